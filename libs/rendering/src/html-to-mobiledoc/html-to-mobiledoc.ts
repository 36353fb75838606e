import { markupCost } from '../markup-cost';

/** The maximum length of html that is quick to convert, in UTF-16 units. */
const MAX_QUICK_LENGTH = 50_000;
/** The maximum number of tags and comments, plus formatting elements that the parser opens again, e.g. `b` in a new paragraph. */
const MAX_QUICK_ELEMENTS = 300;

/**
 * Whether `htmlToMobiledoc` takes at most about 50 ms of processor time. Other html takes up
 * to about 400 ms. Convert it in a worker thread, with `LexicalRenderer.mobiledocFromHtml`.
 */
export function isQuickToConvert(html: string): boolean {
  if (html.length > MAX_QUICK_LENGTH) return false;
  const { tags, reopened } = markupCost(html);
  return tags + reopened <= MAX_QUICK_ELEMENTS;
}

/**
 * Converts html to mobiledoc. Paragraphs, headings, quotes and lists become sections. Images, code, `hr`, embedded frames
 * and html between card comments become cards. Other elements keep only their text.
 *
 * @returns the serialized mobiledoc, version 0.3.1
 * @throws ValidationError when the html is larger or nested deeper than the limits of assert-convertible.ts, or has a misplaced
 * element
 */
export function htmlToMobiledoc(html: string): string {
  // Loaded on first use: most processes convert no html, and loading the parser takes about 100 ms and 10 MB.
  const { convertHtml }: typeof import('./convert-html') = require('./convert-html');
  return convertHtml(html);
}
