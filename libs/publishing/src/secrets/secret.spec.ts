import { createSecret, digestOf } from './secret';

describe('createSecret', () => {
  it('returns 256 random bits in base64url', () => {
    const secrets = Array.from({ length: 50 }, createSecret);
    expect(new Set(secrets).size).toBe(50);
    for (const secret of secrets) {
      expect(secret).toMatch(/^[\w-]{43}$/);
      expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    }
  });
});

describe('digestOf', () => {
  it('is the SHA-256 digest in hex', () => {
    // The test vector of FIPS 180-2, B.1.
    expect(digestOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
