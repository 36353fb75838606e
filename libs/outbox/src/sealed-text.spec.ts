import { openText, sealText } from './sealed-text';

const SECRET = 'a secret of the installation, long enough';

describe('sealText', () => {
  it('is decrypted with the same secret and does not contain the string', () => {
    const sealed = sealText('https://site.example/?token=táöken', SECRET);
    expect(sealed).toMatch(/^[\w-]+$/);
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('token');
    expect(openText(sealed, SECRET)).toBe('https://site.example/?token=táöken');
  });

  it('seals the same string differently each time', () => {
    expect(sealText('x', SECRET)).not.toBe(sealText('x', SECRET));
  });

  it('opens what an earlier version stored', () => {
    expect(openText('LmWXyX4yxYhyp8tIAMwNsvpKleFo57U8YQ2B8XSQKeV3EXE', 'a key')).toBe('Grüße');
  });

  it('rejects a shortened tag', () => {
    const [nonce, tag] = [Buffer.alloc(12), Buffer.alloc(4)];
    expect(() => openText(Buffer.concat([nonce, tag]).toString('base64url'), SECRET)).toThrow();
  });

  it('rejects another secret and a changed string', () => {
    const sealed = sealText('x', SECRET);
    expect(() => openText(sealed, 'another secret')).toThrow();
    const changed = Buffer.from(sealed, 'base64url');
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    expect(() => openText(changed.toString('base64url'), SECRET)).toThrow();
  });
});
