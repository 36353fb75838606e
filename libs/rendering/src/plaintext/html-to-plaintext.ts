import { type AnyNode, type ChildNode, type Element, isTag, isText } from 'domhandler';
import { decodeHTML } from 'entities';
import { parseDocument } from 'htmlparser2';
import { htmlForAudience } from '../gated-blocks';
import { markupCost } from '../markup-cost';
import { TextFlow } from './text-flow';
import { textWithoutTags } from './text-without-tags';
import { wordWrap } from './word-wrap';

const LINE_WIDTH = 80;
const BULLET = ' * ';
/** Elements nested deeper are reduced to their text. */
const MAX_DEPTH = 200;
/** Lists nested deeper are not indented, because each level of indentation copies all lines inside it. */
const MAX_LIST_DEPTH = 12;
/** Total characters of indentation, which could otherwise multiply the length of the text. */
const MAX_INDENTATION = 1_000_000;
/** Html nested deeper is reduced to its text: the parser takes time quadratic in the depth. */
const MAX_PARSED_DEPTH = 1000;
/** Html with more tags is reduced to its text: the time depends on the number of tags more than on the length. */
const MAX_PARSED_TAGS = 20_000;
const SKIPPED = new Set(['script', 'style', 'img']);
const NO_BLOCKS: ReadonlySet<string> = new Set();

/** The state of the conversion of one branch of the tree. */
interface Context {
  /** Maximum columns of a line. */
  width: number;
  /** Whether line breaks and spaces stay as they are. */
  isPreformatted: boolean;
  isInLink: boolean;
  /** The number of elements around the current node. */
  depth: number;
  listDepth: number;
  /** The column at which the next text starts. It changes with each text. */
  column: number;
  /** The names of elements whose text has lines of its own, besides those in {@link formats}. */
  readonly blocks: ReadonlySet<string>;
  /** `left`: how many characters of indentation may still be added; all branches share this object. */
  readonly indentation: { left: number };
}

/**
 * Converts html to plaintext in lines of 80 columns: links as `text [url]`, list items with a bullet, quotes after `> `, no images.
 * The result equals that of Ghost 3 byte for byte, because it is part of API responses. Libraries would format it differently. Blocks for
 * members only are left out, because one plaintext is stored for all readers of the post.
 *
 * @param source malformed html is no error
 * @param blocks the names of further elements, e.g. `div`, whose text gets lines of its own; by default none, as in Ghost 3
 */
export function htmlToPlaintext(source: string, blocks: ReadonlySet<string> = NO_BLOCKS): string {
  const html = htmlForAudience(source, 'public');
  const { maxDepth, tags } = markupCost(html);
  if (maxDepth > MAX_PARSED_DEPTH || tags > MAX_PARSED_TAGS) return textWithoutTags(html);
  const document = parseDocument(html, { decodeEntities: false });
  const start = {
    width: LINE_WIDTH,
    isPreformatted: false,
    isInLink: false,
    depth: 0,
    listDepth: 0,
    column: 0,
    blocks,
  };
  const context = { ...start, indentation: { left: MAX_INDENTATION } };
  return render(bodyOf(document.children) ?? document.children, context).trimEnd();
}

/** Converts an element to text. */
type Format = (element: Element, context: Context) => string;

const formats: Record<string, Format> = {
  a: formatLink,
  p: (element, context) => `${render(element.children, context)}\n\n`,
  pre: (element, context) => `${render(element.children, { ...context, isPreformatted: true })}\n\n`,
  br: (element, context) => `\n${render(element.children, context)}`,
  hr: (_, context) => `\n${'-'.repeat(Math.max(context.width, 0))}\n\n`,
  blockquote: (element, context) => `> ${render(element.children, context)}\n`,
  ul: (element, context) => formatList(element, context, () => BULLET),
  ol: formatOrderedList,
};
for (const level of [1, 2, 3, 4, 5, 6])
  formats[`h${level}`] = (heading, context) => `${render(heading.children, context)}\n`;

function render(nodes: ChildNode[], context: Context): string {
  const flow = new TextFlow();
  renderInto(flow, nodes, context);
  return flow.toString();
}

function renderInto(flow: TextFlow, nodes: ChildNode[], context: Context): void {
  for (const node of nodes) {
    if (isText(node)) flow.append(formatText(node.data, flow.endsWithSpace(), context));
    else if (isTag(node) && !SKIPPED.has(node.name)) renderElement(flow, node, context);
    context.column = flow.column;
  }
}

function renderElement(flow: TextFlow, element: Element, context: Context): void {
  const format = Object.hasOwn(formats, element.name) ? formats[element.name] : undefined;
  if (context.depth >= MAX_DEPTH) return flow.append(formatText(textContent(element), flow.endsWithSpace(), context));
  context.depth += 1;
  const isBlock = context.blocks.has(element.name);
  if (isBlock) startLine(flow, context);
  if (format === undefined || (context.isInLink && element.name === 'a')) renderInto(flow, element.children, context);
  else if (element.name === 'a') flow.append(formatLink(element, context, flow.endsWithSpace()));
  else flow.append(format(element, context));
  if (isBlock) startLine(flow, context);
  context.depth -= 1;
}

function startLine(flow: TextFlow, context: Context): void {
  if (flow.column > 0) flow.append('\n');
  context.column = flow.column;
}

function formatText(data: string, followsSpace: boolean, context: Context): string {
  if (data === '\r\n') return '';
  const text = decodeHTML(data);
  if (context.isPreformatted) return text;
  return wordWrap(followsSpace ? text.trimStart() : text, context);
}

function formatLink(element: Element, context: Context, followsSpace = false): string {
  const inner = render(element.children, { ...context, isInLink: true });
  const text = followsSpace ? inner.trimStart() : inner;
  const href = (element.attribs.href ?? '').replace(/^mailto:/, '');
  const isShown = href !== '' && !href.startsWith('#') && href !== text.replaceAll('\n', '');
  return formatText((isShown ? `${text} [${href}]` : text) || href, followsSpace, context);
}

const LETTER_CODES = new Map([
  ['a', 97],
  ['A', 65],
]);
const UTF_16_CODES = 65_536;

function formatOrderedList(element: Element, context: Context): string {
  const first = Number.parseInt(element.attribs.start ?? '1', 10) || 1;
  // The character code of the first letter, for a list that is numbered by letters.
  const letterCode = LETTER_CODES.get(element.attribs.type ?? '');
  const lastNumber = first + itemsOf(element).length - 1;
  const width = String(lastNumber).length;
  return formatList(element, context, (index) => {
    const number = first + index;
    // PostgreSQL cannot store the character 0, and an infinite number has no letter.
    const code = letterCode === undefined ? 0 : (letterCode + number - 1) % UTF_16_CODES;
    const mark = code === 0 || Number.isNaN(code) ? String(number) : String.fromCharCode(code);
    return ` ${mark}. ${' '.repeat(Math.max(width - mark.length, 0))}`;
  });
}

function formatList(list: Element, context: Context, prefixOf: (index: number) => string): string {
  const items = itemsOf(list).map((item, index) => {
    const prefix = prefixOf(index);
    const inner = { ...context, width: context.width - prefix.length, listDepth: context.listDepth + 1 };
    const text = isTag(item) ? render(item.children, inner) : '';
    return `${prefix}${indent(text, prefix.length, context)}\n`;
  });
  return `${items.join('')}\n`;
}

function indent(text: string, width: number, { listDepth, indentation }: Context): string {
  if (listDepth >= MAX_LIST_DEPTH || indentation.left <= 0) return text;
  const lines = text.split('\n');
  indentation.left -= (lines.length - 1) * width;
  return indentation.left < 0 ? text : lines.join(`\n${' '.repeat(width)}`);
}

function itemsOf(list: Element): ChildNode[] {
  return list.children.filter((child) => !isText(child) || child.data.trim() !== '');
}

function bodyOf(nodes: ChildNode[]): ChildNode[] | undefined {
  const html = nodes.find((node) => isTag(node) && node.name === 'html');
  const candidates = html !== undefined && isTag(html) ? [...nodes, ...html.children] : nodes;
  const body = candidates.find((node) => isTag(node) && node.name === 'body');
  return body === undefined ? undefined : [body];
}

/** The text in an element, without recursion, because elements can be nested deeply. */
function textContent(root: AnyNode): string {
  const texts: string[] = [];
  const stack: AnyNode[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isText(node)) texts.push(node.data);
    else if (isTag(node)) for (const child of [...node.children].reverse()) stack.push(child);
  }
  return texts.join('');
}
