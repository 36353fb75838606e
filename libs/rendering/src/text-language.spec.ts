import { textLanguageOf } from './text-language';

it.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['DE_de', 'de'],
  ['en', 'en'],
  ['del', 'en'],
  ['fr', 'en'],
  ['', 'en'],
])('texts for a site in %j are in %s', (siteLanguage, expected) => expect(textLanguageOf(siteLanguage)).toBe(expected));
