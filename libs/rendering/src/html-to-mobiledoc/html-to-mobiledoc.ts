import { markupCost } from '../markup-cost';

/** The maximum length of html that is quick to convert, in UTF-16 units. */
const MAX_QUICK_LENGTH = 50_000;
/**
 * The maximum number of tags and comments, plus formatting elements that the parser opens again: if a `b` is not closed, the parser opens
 * it again in every following block.
 */
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
 * Converts html to mobiledoc as Ghost does. Paragraphs, headings, quotes and lists become sections; links and formatting elements such as
 * `strong` become markups. Images, `pre` with `code`, `hr`, figures with an embedded frame, and html between the comments
 * `<!--kg-card-begin: html-->` and `<!--kg-card-end: html-->` become cards. Of most other elements, only the text is left.
 *
 * @returns the serialized mobiledoc, version 0.3.1
 * @throws ValidationError when the html exceeds the limits of assert-convertible.ts, or cannot be parsed, e.g. because of a list item
 *   outside a list
 */
export function htmlToMobiledoc(html: string): string {
  // Loaded on first use: most processes convert no html, and loading the parser takes about 100 ms and 10 MB.
  const { convertHtml }: typeof import('./convert-html') = require('./convert-html');
  return convertHtml(html);
}
