import { UnauthorizedError } from '@almanac/errors';
import { type Algorithm, sign } from 'jsonwebtoken';
import { generateKeyPairSync } from 'node:crypto';
import { emailOfMemberToken, memberTokenOf } from './member-token';

const SITE_URL = 'https://site.example/blog';
const now = new Date('2026-05-01T12:00:00.900Z');
const SECONDS = Math.floor(now.getTime() / 1000);
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

const claims = {
  iss: `${SITE_URL}/members/api`,
  aud: `${SITE_URL}/members/api`,
  sub: 'member@example.com',
  iat: SECONDS,
  exp: SECONDS + 600,
};

const token = (more: Record<string, unknown> = {}, algorithm: Algorithm = 'RS512', header: object = {}): string => {
  const payload = JSON.parse(JSON.stringify({ ...claims, ...more }));
  return sign(payload, privateKey.export({ type: 'pkcs1', format: 'pem' }), {
    algorithm,
    header: { alg: algorithm, ...header },
    // sign() adds the current time to a payload without iat, and removes iat from every payload with noTimestamp.
    noTimestamp: payload.iat === undefined,
  });
};
const emailOf = (text: string): string => emailOfMemberToken(text, publicKey, SITE_URL, now);

describe('memberTokenOf', () => {
  it.each([
    ['GhostMembers abc', 'abc'],
    ['ghostmembers abc', 'abc'],
    ['GhostMembers   a b', 'a b'],
    ['GhostMembers a\nb', 'a\nb'],
    ['GhostMembers ', ''],
    ['GhostMembers', ''],
    ['GhostMembersabc', undefined],
    ['x GhostMembers abc', undefined],
    ['Bearer abc', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('returns the token of the header %j', (header, expected) => {
    expect(memberTokenOf(header)).toBe(expected);
  });
});

describe('emailOfMemberToken', () => {
  it('returns the subject of a valid token', () => {
    expect(emailOf(token())).toBe('member@example.com');
  });

  it.each([`${SITE_URL}/ghost/api/v3/members/`, `${SITE_URL}/ghost/api/canary/members/`])(
    'accepts the issuer %s',
    (iss) => {
      expect(emailOf(token({ iss }))).toBe('member@example.com');
    },
  );

  it.each([SITE_URL, 'https://site.example', [`${SITE_URL}/members/api`, 'other']])(
    'accepts the audience %j',
    (aud) => {
      expect(emailOf(token({ aud }))).toBe('member@example.com');
    },
  );

  it.each<[string, () => string]>([
    ['of another issuer', () => token({ iss: 'https://other.example/members/api' })],
    ['without an issuer', () => token({ iss: undefined })],
    ['for another audience', () => token({ aud: 'https://other.example' })],
    ['without an audience', () => token({ aud: undefined })],
    ['that has expired', () => token({ exp: SECONDS })],
    ['without a time of expiry', () => token({ exp: undefined })],
    ['without a time of issue', () => token({ iat: undefined })],
    ['issued in the future', () => token({ iat: SECONDS + 62 })],
    ['that is not valid yet', () => token({ nbf: SECONDS + 60 })],
    ['without a subject', () => token({ sub: undefined })],
    ['with crit', () => token({}, 'RS512', { crit: ['x'] })],
    ['in RS256', () => token({}, 'RS256')],
    [
      'whose claims are a string',
      () => sign('text', privateKey.export({ type: 'pkcs1', format: 'pem' }), { algorithm: 'RS512' }),
    ],
    ['without a signature', () => `${token().split('.').slice(0, 2).join('.')}.`],
    ['that is no token', () => 'x'],
  ])('rejects a token %s', (_, make) => {
    const attempt = (): string => emailOf(make());
    expect(attempt).toThrow(UnauthorizedError);
    expect(attempt).toThrow('Invalid member token.');
    expect(attempt).toThrow(expect.objectContaining({ specificCode: 'INVALID_JWT' }));
  });

  it('accepts a token until the second before its expiry', () => {
    expect(emailOf(token({ exp: SECONDS + 1, iat: SECONDS + 60 }))).toBe('member@example.com');
  });

  it('rejects every token without a key', () => {
    expect(() => emailOfMemberToken(token(), null, SITE_URL, now)).toThrow('Invalid member token.');
  });
});
