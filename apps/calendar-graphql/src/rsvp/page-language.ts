/** The languages of the pages for guests, and of the page that signs users in. */
export type PageLanguage = 'en' | 'de';

/** In characters. The rest of a longer header is ignored. */
const MAX_HEADER_LENGTH = 500;

/**
 * The language for an Accept-Language header (RFC 9110 §12.5.4): the one with the greatest weight, and of equal weights the first. English
 * if the header accepts neither language.
 */
export function pageLanguageOf(header: string | undefined): PageLanguage {
  let chosen: { language: PageLanguage; weight: number } | undefined;
  for (const range of (header ?? '').slice(0, MAX_HEADER_LENGTH).split(',')) {
    const [tag = '', quality = ''] = range
      .trim()
      .toLowerCase()
      .split(/\s*;\s*q\s*=\s*/);
    // `*` accepts any language. Then the page is in English, the default.
    const language = tag === '*' ? 'en' : tag.split('-', 1)[0];
    const weight = quality === '' ? 1 : Number(quality);
    if (language !== 'en' && language !== 'de') continue;
    if (weight > (chosen?.weight ?? 0)) chosen = { language, weight };
  }
  return chosen?.language ?? 'en';
}
