import { chosenLanguage } from './languages.ts';

describe('the language of the Console', () => {
  const languageFor = (stored: string | null, ...ofBrowser: string[]): string => {
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: { getItem: () => stored } });
    Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { languages: ofBrowser } });
    return chosenLanguage();
  };

  it('is the stored one, else the first of the browser that has texts, else English', () => {
    expect(languageFor('de', 'en-GB')).toBe('de');
    expect(languageFor(null, 'fr-FR', 'de-AT', 'en')).toBe('de');
    expect(languageFor(null, 'fr-FR')).toBe('en');
  });

  it('is none of the names that every object has', () => {
    expect(languageFor('constructor', 'de-AT')).toBe('de');
    expect(languageFor(null, 'toString', 'de-AT')).toBe('de');
  });
});
