import { isInline } from './inline-elements';

/** Elements whose text is not shown. */
const HIDDEN = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT']);
const URL_ATTRIBUTES = ['href', 'src', 'poster', 'action', 'data'];
/** Elements that no text of the editor can contain, only cards. */
const STRUCTURE = new Set(
  'TABLE TR TD TH IFRAME VIDEO AUDIO OBJECT EMBED FORM INPUT SELECT TEXTAREA BUTTON SCRIPT STYLE SVG MATH DETAILS DL CANVAS'.split(
    ' ',
  ),
);
const COMMENT_NODE = 8;
const ELEMENT_NODE = 1;
const TEXT_NODE = 3;
/** Cards are compared without white space, because a rendered card has other white space between its elements than the source html. */
const CARD_CLASS = /(?:^|\s)kg-card(?:\s|$)/;
const CARD_COMMENT = /^\s*kg-card-(?:begin|end): /;

/**
 * A string of the content that a conversion of html must keep: the words of the text, the URLs, the
 * elements that only cards can contain, the comments, and the ids and anchor names that links of the same document
 * point to. Two parts of html with equal strings show the same content, apart from formats.
 *
 * @param targets from {@link linkTargets}
 */
export function contentOfNodes(nodes: Iterable<Node>, targets: ReadonlySet<string>): string {
  const content = { text: '', others: [] as string[] };
  for (const node of nodes) collect(node, targets, content);
  return JSON.stringify([content.text.replace(/\s+/g, ' ').trim(), content.others.sort()]);
}

/** The fragments of the links in the document, as written and decoded. */
export function linkTargets(body: Element): Set<string> {
  const links = [...body.querySelectorAll('a[href^="#"]')];
  return new Set(links.flatMap((link) => fragmentsOf(link.getAttribute('href') ?? '')));
}

function fragmentsOf(href: string): string[] {
  const fragment = href.slice(1);
  try {
    return [fragment, decodeURIComponent(fragment)];
  } catch {
    return [fragment];
  }
}

function collect(node: Node, targets: ReadonlySet<string>, content: { text: string; others: string[] }): void {
  if (node.nodeType === TEXT_NODE) content.text += node.nodeValue ?? '';
  if (node.nodeType === COMMENT_NODE && !CARD_COMMENT.test(node.nodeValue ?? ''))
    content.others.push(`!${node.nodeValue}`);
  if (!isElement(node)) return;
  const name = node.tagName.toUpperCase();
  if (STRUCTURE.has(name)) content.others.push(name);
  for (const attribute of URL_ATTRIBUTES) {
    const value = node.getAttribute(attribute);
    if (value !== null && value !== '') content.others.push(`${name} ${attribute} ${normalize(value)}`);
  }
  for (const id of [node.id, name === 'A' ? (node.getAttribute('name') ?? '') : '']) {
    if (id !== '' && targets.has(id)) content.others.push(`#${id}`);
  }
  if (HIDDEN.has(name)) content.others.push(node.textContent ?? '');
  else content.text += separated(node, textOfChildren(node, targets, content.others));
}

function textOfChildren(element: Element, targets: ReadonlySet<string>, others: string[]): string {
  const content = { text: '', others };
  for (const child of element.childNodes) collect(child, targets, content);
  return content.text;
}

/** Puts spaces around the text of an element, unless the element forms a line with the text around it. */
function separated(element: Element, text: string): string {
  if (CARD_CLASS.test(element.getAttribute('class') ?? '')) return ` ${text.replace(/\s+/g, '')} `;
  // A line ends at `br`; the editor makes a block of `img`.
  return isInline(element) && element.nodeName !== 'BR' && element.nodeName !== 'IMG' ? text : ` ${text} `;
}

function isElement(node: Node): node is Element {
  return node.nodeType === ELEMENT_NODE;
}

/** A URL in one form: the renderer prefixes script URLs with `unsafe:`, and the DOM completes URLs, e.g. by a slash after the host. */
function normalize(url: string): string {
  const original = url.startsWith('unsafe:') ? url.slice('unsafe:'.length) : url;
  return URL.canParse(original) ? new URL(original).href : original.trim();
}
