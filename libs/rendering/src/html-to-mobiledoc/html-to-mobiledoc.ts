import { ValidationError } from '@almanac/errors';
import { createDocument, type TreeNode } from '@mixmark-io/domino';
import { createParserPlugins } from '@tryghost/kg-parser-plugins';
import builder from '@tryghost/mobiledoc-kit/dist/commonjs/mobiledoc-kit/models/post-node-builder';
import domParser from '@tryghost/mobiledoc-kit/dist/commonjs/mobiledoc-kit/parsers/dom';
import renderer from '@tryghost/mobiledoc-kit/dist/commonjs/mobiledoc-kit/renderers/mobiledoc';
import { markupCost } from '../markup-cost';

const MAX_DEPTH = 200;
const MAX_TAGS = 5_000;
/** The parser looks at all images before it for each. */
const MAX_IMAGES = 1_000;
/** Of one tag; each is compared with those before it. */
const MAX_ATTRIBUTES = 200;
const MAX_LENGTH = 5_000_000;
const MAX_SPACES = 200;
const TEXT_NODE = 3;
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
  assertConvertible(html);
  const { body } = createDocument(`<body>${html}</body>`);
  cutLongSpaces(body);
  const parser = new domParser.default(new builder.default(), { plugins });
  try {
    return JSON.stringify(renderer.default.render(parser.parse(body), '0.3.1'));
  } catch (cause) {
    // The parser has no answer to some misplaced elements, such as an item outside of a list.
    throw new ValidationError('The html could not be converted.', { property: 'html', cause });
  }
}

function assertConvertible(html: string): void {
  const { tags, images, attributes, depth, reopened } = markupCost(html);
  const reason =
    (html.length > MAX_LENGTH && `is longer than ${MAX_LENGTH} characters`) ||
    (tags > MAX_TAGS && `has more than ${MAX_TAGS} tags`) ||
    (images > MAX_IMAGES && `has more than ${MAX_IMAGES} images`) ||
    (attributes > MAX_ATTRIBUTES && `has a tag with more than ${MAX_ATTRIBUTES} attributes`) ||
    (depth > MAX_DEPTH && `is nested deeper than ${MAX_DEPTH} elements`) ||
    (reopened > MAX_REOPENED && 'leaves too much formatting open');
  if (reason === false) return;
  throw new ValidationError('The html has too many tags, or nests them too deeply, to be converted.', {
    property: 'html',
    context: `The html ${reason}.`,
  });
}

/** The parser's trimming takes time quadratic in the length of a run of blanks, and no text needs long ones. */
function cutLongSpaces(body: TreeNode): void {
  let node: TreeNode | null = body;
  while (node !== null) {
    if (node.nodeType === TEXT_NODE && node.nodeValue !== null) node.nodeValue = cutSpaces(node.nodeValue);
    let next: TreeNode | null = node.firstChild;
    for (let at: TreeNode | null = node; next === null && at !== null && at !== body; at = at.parentNode) {
      next = at.nextSibling;
    }
    node = next;
  }
}

function cutSpaces(text: string): string {
  return text.replace(/\s+/g, (run) => run.slice(0, MAX_SPACES));
}
