import { assertAcceptablePassword, hashPassword, isPassword } from './password';

describe('isPassword', () => {
  it('matches the password that was hashed, in the format of Ghost', async () => {
    const hash = await hashPassword('Sup3rS3cret!42');
    expect(hash).toMatch(/^\$2[ab]\$10\$[./A-Za-z0-9]{53}$/);
    expect(await isPassword('Sup3rS3cret!42', hash)).toBe(true);
    expect(await isPassword('sup3rS3cret!42', hash)).toBe(false);
  });

  it('accepts hashes imported from Ghost', async () => {
    // Older libraries write the prefix 2a.
    const imported = (await hashPassword('Imported-pass')).replace(/^\$2b/, '$2a');
    expect(await isPassword('Imported-pass', imported)).toBe(true);
  });

  it('is false without a hash', async () => {
    expect(await isPassword('anything at all', undefined)).toBe(false);
    expect(await isPassword('', undefined)).toBe(false);
  });
});

describe('assertAcceptablePassword', () => {
  const owner = { email: 'Owner@Example.com', siteTitle: 'My long title', siteUrl: 'https://blog.example.com' };
  const accept = (password: string) => (): void => assertAcceptablePassword(password, owner);

  it.each(['Sup3rS3cret!42', 'correct horse battery', 'äöüäöüäöüß'])('accepts %j', (password) => {
    expect(accept(password)).not.toThrow();
  });

  it.each([
    ['ninechars', 'Your password must be at least 10 characters long.'],
    ['ü1x'.repeat(25), 'Your password must be at most 72 bytes long.'],
    ['owner@example.com', 'Sorry, you cannot use an insecure password.'],
    ['MY LONG TITLE', 'Sorry, you cannot use an insecure password.'],
    ['blog.example.com', 'Sorry, you cannot use an insecure password.'],
    ['https://blog.example.com', 'Sorry, you cannot use an insecure password.'],
    ['aGhostlyThing', 'Sorry, you cannot use an insecure password.'],
    ['Passw0rd!Passw0rd', 'Sorry, you cannot use an insecure password.'],
    ['ababababab', 'Sorry, you cannot use an insecure password.'],
    ['aaaaaaabcd', 'Sorry, you cannot use an insecure password.'],
    ['aAaAaAaAbB', 'Sorry, you cannot use an insecure password.'],
    ['🌊⛵'.repeat(5), 'Sorry, you cannot use an insecure password.'],
    ['QWERTYUIOP', 'Sorry, you cannot use an insecure password.'],
  ])('rejects %j', (password, message) => {
    expect(accept(password)).toThrow(message);
  });
});
