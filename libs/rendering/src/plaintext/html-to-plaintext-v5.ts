import { compile } from 'html-to-text';
import { htmlForAudience } from '../gated-blocks';
import { markupCost } from '../markup-cost';
import { textWithoutTags } from './text-without-tags';

/** The parser takes time quadratic in the depth. */
const MAX_DEPTH = 200;
const MAX_TAGS = 20_000;
/** The maximum number of lines. Tags and line breaks of the source count as lines, because the library takes time for each of them. */
const MAX_LINES = 50_000;
/** The maximum product of the number of lines and the depth, because each level of a list indents all lines inside it. */
const MAX_INDENTED_LINES = 1_000_000;

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** Converts with the options of the function `excerpt` in `@tryghost/html-to-plaintext`, which Ghost 5 and 6 use. */
const convert = compile({
  wordwrap: false,
  preserveNewlines: true,
  selectors: [
    ...HEADINGS.map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'table', options: { uppercaseHeaderCells: false } },
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'div', format: 'inline' },
    { selector: 'blockquote', format: 'block' },
    ...['img', 'figcaption', 'hr', 'a[rel=footnote]', 'div.footnotes', '.kg-signup-card'].map((selector) => ({
      selector,
      format: 'skip',
    })),
  ],
});

/**
 * Converts html to plaintext as Ghost 5 and 6 do: lines are not wrapped. Link targets, captions, footnotes, horizontal lines and signup
 * cards are left out. Blocks for members only are left out, because the same plaintext is shown to every reader. If the html exceeds a
 * limit, only its tags and these blocks are removed.
 *
 * @param source malformed html is no error
 */
export function htmlToPlaintextV5(source: string): string {
  const html = htmlForAudience(source, 'public');
  const { maxDepth, tags } = markupCost(html);
  const lines = tags + linesOf(html);
  const isCheap =
    maxDepth <= MAX_DEPTH && tags <= MAX_TAGS && lines <= MAX_LINES && lines * maxDepth <= MAX_INDENTED_LINES;
  return isCheap ? convert(html) : textWithoutTags(html);
}

function linesOf(html: string): number {
  let count = 0;
  for (let at = html.indexOf('\n'); at !== -1; at = html.indexOf('\n', at + 1)) count += 1;
  return count;
}
