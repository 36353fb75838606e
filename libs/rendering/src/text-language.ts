/** The languages of the texts in mails and on the pages of members. */
export type TextLanguage = 'de' | 'en';

/**
 * The language of texts for readers of a site: German, or English for every other language.
 * @param siteLanguage the language tag of the site, e.g. `de-AT` or `de_DE`
 */
export const textLanguageOf = (siteLanguage: string): TextLanguage =>
  /^de(?![a-z])/i.test(siteLanguage) ? 'de' : 'en';
