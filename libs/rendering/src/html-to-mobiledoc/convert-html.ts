import { ValidationError } from '@almanac/errors';
import { createDocument, type TreeNode } from '@mixmark-io/domino';
import { createParserPlugins } from '@tryghost/kg-parser-plugins';
import builder from '@tryghost/mobiledoc-kit/dist/commonjs/mobiledoc-kit/models/post-node-builder';
import domParser from '@tryghost/mobiledoc-kit/dist/commonjs/mobiledoc-kit/parsers/dom';
import renderer from '@tryghost/mobiledoc-kit/dist/commonjs/mobiledoc-kit/renderers/mobiledoc';
import { assertConvertible } from './assert-convertible';

/** The length to which a run of white space is shortened. */
const MAX_SPACES = 200;
const TEXT_NODE = 3;
const COMMENT_NODE = 8;
const HTML_CARD_BEGIN = 'kg-card-begin: html';
const HTML_CARD_END = 'kg-card-end: html';

// The plugins iterate over element lists, as the DOM standard allows. The lists of domino are not iterable.
const elementList: object = Object.getPrototypeOf(createDocument('').body.children);
if (!(Symbol.iterator in elementList)) {
  Object.defineProperty(elementList, Symbol.iterator, { value: Array.prototype[Symbol.iterator] });
}

const plugins = createParserPlugins({ createDocument: (html) => createDocument(html) });

/**
 * Does the work of `htmlToMobiledoc`, which loads this file and its parser on first use.
 * @returns the serialized mobiledoc
 * @throws ValidationError for html that cannot be converted
 */
export function convertHtml(html: string): string {
  assertConvertible(html);
  const { body } = createDocument(`<body>${html}</body>`);
  cutLongSpaces(body);
  const parser = new domParser.default(new builder.default(), { plugins });
  try {
    return JSON.stringify(renderer.default.render(parser.parse(body), '0.3.1'));
  } catch (cause) {
    // The parser throws for some misplaced elements, e.g. a list item outside a list.
    throw new ValidationError('The html could not be converted.', { property: 'html', cause });
  }
}

/**
 * Shortens runs of white space in text that the parser reads, because it trims white space in quadratic time. The text of html cards and of
 * `<pre><code>` at the top level stays as it is: the plugins copy it.
 */
function cutLongSpaces(body: TreeNode): void {
  let isInHtmlCard = false;
  for (let node = body.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === COMMENT_NODE) {
      isInHtmlCard = isInHtmlCard ? node.nodeValue !== HTML_CARD_END : node.nodeValue === HTML_CARD_BEGIN;
    }
    if (!isInHtmlCard && !isCodeCard(node)) cutLongSpacesIn(node);
  }
}

const isCodeCard = ({ nodeName, firstElementChild }: TreeNode): boolean =>
  nodeName === 'PRE' && firstElementChild?.nodeName === 'CODE';

function cutLongSpacesIn(root: TreeNode): void {
  let node: TreeNode | null = root;
  while (node !== null) {
    if (node.nodeType === TEXT_NODE && node.nodeValue !== null) node.nodeValue = cutSpaces(node.nodeValue);
    let next: TreeNode | null = node.firstChild;
    for (let at: TreeNode | null = node; next === null && at !== null && at !== root; at = at.parentNode) {
      next = at.nextSibling;
    }
    node = next;
  }
}

function cutSpaces(text: string): string {
  return text.replace(/\s+/g, (run) => run.slice(0, MAX_SPACES));
}
