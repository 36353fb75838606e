import fc from 'fast-check';
import { checkInput } from '../issues';
import { RequestInviteDto, SignUpDto } from './account-inputs';
import { EventPartsDto } from './event-inputs';
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

  it('agrees with the runtime about every tag the runtime knows how to canonicalize', () => {
    const subtag = fc.stringMatching(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2}|-\d{3})?$/);
    fc.assert(fc.property(subtag, (tag) => isLanguageTag(tag) === Intl.getCanonicalLocales(tag).length > 0));
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

  it('names the place in nested inputs', () => {
    const info = [
      { language: 'en', title: 'fine' },
      { language: 'de', title: '\ud800' },
    ];
    const { issues } = checkInput(EventPartsDto, { info, location: { name: 'x'.repeat(1_001) } }, 'input');
    expect(issues.map(({ path }) => path)).toEqual(['input.info.1.title', 'input.location.name']);
  });

  it('counts characters as people do, not UTF-16 units', () => {
    const titled = (title: string) => checkInput(EventPartsDto, { info: [{ language: 'en', title }] }).issues;
    expect(titled('🎉'.repeat(255))).toEqual([]);
    expect(titled('🎉'.repeat(256))).toHaveLength(1);
    expect(titled(`  ${'x'.repeat(255)}  `)).toEqual([]);
  });

  it('refuses text that a database cannot give back as it was sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (name) => {
        const storable = !/\0|\p{Surrogate}/u.test(name);
        return (checkInput(EventPartsDto, { location: { name } }).issues.length === 0) === storable;
      }),
    );
  });
});
