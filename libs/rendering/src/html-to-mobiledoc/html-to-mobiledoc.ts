import { ValidationError } from '@almanac/errors';
import { createDocument } from '@mixmark-io/domino';
import { createParserPlugins } from '@tryghost/kg-parser-plugins';
import builder from '@tryghost/mobiledoc-kit/dist/commonjs/mobiledoc-kit/models/post-node-builder';
import domParser from '@tryghost/mobiledoc-kit/dist/commonjs/mobiledoc-kit/parsers/dom';
import renderer from '@tryghost/mobiledoc-kit/dist/commonjs/mobiledoc-kit/renderers/mobiledoc';
import { markupCost } from '../markup-cost';

const MAX_DEPTH = 200;
const MAX_TAGS = 50_000;
const MAX_SPACES = 200;
const MAX_REOPENED = 100_000;

// The DOM standard makes element lists iterable, and the plugins rely on it; this document's are not.
const elementList: object = Object.getPrototypeOf(createDocument('').body.children);
if (!(Symbol.iterator in elementList)) {
  Object.defineProperty(elementList, Symbol.iterator, { value: Array.prototype[Symbol.iterator] });
}

const plugins = createParserPlugins({ createDocument: (html) => createDocument(html) });

/**
 * Reads html into a mobiledoc: paragraphs, headings, quotes and lists become sections, images, code, lines, embedded
 * frames and what stands between card comments become cards; the rest keeps its text.
 *
 * @returns the serialized mobiledoc, version 0.3.1
 * @throws ValidationError when the html is so large or so deep that reading it would take unbounded work
 */
export function htmlToMobiledoc(html: string): string {
  const { tags, depth, reopened } = markupCost(html);
  if (tags > MAX_TAGS || depth > MAX_DEPTH || reopened > MAX_REOPENED) {
    throw new ValidationError('The html has too many tags, or nests them too deeply, to be converted.', {
      property: 'html',
    });
  }
  const { body } = createDocument(`<body>${withoutLongSpaces(html)}</body>`);
  const parser = new domParser.default(new builder.default(), { plugins });
  try {
    return JSON.stringify(renderer.default.render(parser.parse(body), '0.3.1'));
  } catch (cause) {
    // The parser has no answer to some misplaced elements, such as an item outside of a list.
    throw new ValidationError('The html could not be converted.', { property: 'html', cause });
  }
}

/** The parser's trimming takes time quadratic in the length of a run of blanks, and no text needs long ones. */
function withoutLongSpaces(html: string): string {
  return html.replace(/\s+/g, (run) => run.slice(0, MAX_SPACES));
}
