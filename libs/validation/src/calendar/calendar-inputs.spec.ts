import fc from 'fast-check';
import { checkInput } from '../issues';
import { RequestInviteDto, SignUpDto } from './account-inputs';
import { EventDetailsDto } from './event-inputs';
import { isLanguageTag } from './language-tag';

describe('isLanguageTag', () => {
  it.each([
    'en',
    'EN',
    'pt-BR',
    'zh-Hant-TW',
    'de-CH-1996',
    'sl-rozaj-biske-1994',
    'es-419',
    'zh-cmn-Hans-CN',
    'de-DE-u-co-phonebk',
    'x-whatever',
    'en-a-bbb-x-a',
    'i-klingon',
    'art-lojban',
    'abcdefgh',
  ])('takes %s', (tag) => expect(isLanguageTag(tag)).toBe(true));

  it.each([
    '',
    'e',
    'en_US',
    'en-',
    '-en',
    'en--US',
    'a-DE',
    'english-language!',
    'en US',
    'de-419-DE',
    'ar-a',
    'i-other',
    `en-${'x'.repeat(9)}`,
    'ä',
  ])('refuses %j', (tag) => expect(isLanguageTag(tag)).toBe(false));

  it('agrees with the runtime about tags of letters, digits and hyphens', () => {
    const isKnownToRuntime = (tag: string): boolean => {
      try {
        return Intl.getCanonicalLocales(tag).length > 0;
      } catch (error) {
        if (error instanceof RangeError) return false;
        throw error;
      }
    };
    const wellFormed = fc.stringMatching(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2}|-\d{3})?$/);
    const malformed = fc.stringMatching(/^[a-z]{2,3}(-[a-z]|-\d{2}|-[a-z]{9}|-)$/);
    fc.assert(
      fc.property(fc.oneof(wellFormed, malformed), (tag) => {
        expect(isLanguageTag(tag)).toBe(isKnownToRuntime(tag));
      }),
    );
  });
});

describe('checkInput', () => {
  it('applies transformations and names each wrong property once', () => {
    const good = checkInput(SignUpDto, { email: ' a@b.co ', username: 'ann', name: ' Ann ' });
    expect(good).toMatchObject({ issues: [], input: { email: 'a@b.co', username: 'ann', name: 'Ann' } });
    const bad = checkInput(SignUpDto, { email: 'a', username: 'a b', name: '' });
    expect(bad.issues.map(({ path }) => path)).toEqual(['email', 'username', 'name']);
    expect(checkInput(RequestInviteDto, { email: 5 }, 'input').issues).toEqual([
      { path: 'input.email', message: 'email must be an e-mail address' },
    ]);
  });

  it('names the path in nested inputs', () => {
    const info = [
      { language: 'en', title: 'fine' },
      { language: 'de', title: '\ud800' },
    ];
    const { issues } = checkInput(EventDetailsDto, { info, location: { name: 'x'.repeat(1_001) } }, 'input');
    expect(issues.map(({ path }) => path)).toEqual(['input.info.1.title', 'input.location.name']);
  });

  it('counts characters, not UTF-16 units', () => {
    const titled = (title: string) => checkInput(EventDetailsDto, { info: [{ language: 'en', title }] }).issues;
    expect(titled('🎉'.repeat(255))).toEqual([]);
    expect(titled('🎉'.repeat(256))).toHaveLength(1);
    expect(titled(`  ${'x'.repeat(255)}  `)).toEqual([]);
  });

  it('names the reason why a string is refused', () => {
    const messages = (title: string, name: string) =>
      checkInput(EventDetailsDto, { info: [{ language: 'en', title }], location: { name } }).issues.map(
        ({ message }) => message,
      );
    expect(messages('', 'x'.repeat(1_001))).toEqual([
      'title must have 1 to 255 characters',
      'name must be text of at most 1,000 characters',
    ]);
    expect(messages('a\0', '\ud83d')).toEqual([
      'title must not contain NUL or an incomplete character',
      'name must not contain NUL or an incomplete character',
    ]);
  });

  it('refuses strings that do not survive UTF-8 or contain NUL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (name) => {
        const isStorable = !name.includes('\0') && Buffer.from(name, 'utf8').toString('utf8') === name;
        expect(checkInput(EventDetailsDto, { location: { name } }).issues).toHaveLength(isStorable ? 0 : 1);
      }),
    );
  });
});
