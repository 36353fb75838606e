import { openText, sealText } from './sealed-text';

const secret = 'a secret of the installation, long enough';

describe('sealText', () => {
  it('is read back with the same secret and shows nothing of the text', () => {
    const sealed = sealText('https://site.example/?token=táöken', secret);
    expect(sealed).toMatch(/^[\w-]+$/);
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('token');
    expect(openText(sealed, secret)).toBe('https://site.example/?token=táöken');
  });

  it('never seals the same text the same way twice', () => {
    expect(sealText('x', secret)).not.toBe(sealText('x', secret));
  });

  it('refuses another secret and a changed text', () => {
    const sealed = sealText('x', secret);
    expect(() => openText(sealed, 'another secret')).toThrow();
    const changed = Buffer.from(sealed, 'base64url');
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    expect(() => openText(changed.toString('base64url'), secret)).toThrow();
  });
});
