import { listOf, stringOf } from '../json';
import type { Mobiledoc } from '../mobiledoc/parse-mobiledoc';
import { ATOM_MARKER } from '../mobiledoc/type-numbers';
import { isPrintedAsWritten, type InlineFormat } from './format-order';
import type { LexicalNode } from './lexical-node';

/** The bit of the lexical text format for each markup. Except for links, other markups have no form in lexical. */
const FORMATS = new Map<unknown, number>([
  ['strong', 1],
  ['b', 1],
  ['em', 2],
  ['i', 2],
  ['s', 4],
  ['u', 8],
  ['code', 16],
  ['sub', 32],
  ['sup', 64],
]);
const LINK_ATTRIBUTES = new Set<unknown>(['href', 'rel']);
const NODE_DEFAULTS = { direction: 'ltr', format: '', indent: 0, version: 1 } as const;

/** The lexical nodes made so far for one section or list item. */
interface Line {
  nodes: LexicalNode[];
  /** The open link: its markup in the mobiledoc, and its nodes in lexical. */
  link?: { markup: unknown; children: LexicalNode[] };
}

/**
 * Converts the markers of a section or list item to inline nodes of lexical.
 *
 * @returns undefined if an atom, or a markup of text, has no form in lexical, or the lexical renderer would print wrong formats
 */
export function inlineNodes(markers: unknown, document: Mobiledoc): LexicalNode[] | undefined {
  const line: Line = { nodes: [] };
  const open: unknown[] = [];
  for (const [type, opened, closed, content] of listOf(markers).map(listOf)) {
    for (const index of listOf(opened)) open.push(document.markups?.[Number(index)]);
    const leaf = type === ATOM_MARKER ? softReturn(document.atoms?.[Number(content)]) : textNode(content, open);
    if (leaf === undefined || !addLeaf(line, leaf, open.filter(isLink))) return undefined;
    const ended = Number(closed) > 0 ? open.splice(-Number(closed)) : [];
    if (ended.includes(line.link?.markup)) line.link = undefined;
  }
  const { nodes } = line;
  const siblingLists = [
    nodes,
    ...nodes.flatMap(({ type, children }) => (type === 'link' && children ? [children] : [])),
  ];
  return siblingLists.every((each) => isPrintedAsWritten(formatsOf(each))) ? nodes : undefined;
}

/**
 * Adds text, or a line break, to the line, or to the link around it.
 * @param links the link markups around the leaf, outermost first
 * @returns false if these links have no form in lexical
 */
function addLeaf(line: Line, leaf: LexicalNode, links: readonly unknown[]): boolean {
  const [markup, inner] = links;
  if (inner !== undefined) return false;
  if (markup === undefined) {
    line.link = undefined;
    append(line.nodes, leaf);
    return true;
  }
  if (line.link?.markup !== markup) {
    const link = linkNode(markup);
    if (link === undefined) return false;
    line.nodes.push(link);
    line.link = { markup, children: link.children };
  }
  append(line.link.children, leaf);
  return true;
}

/** Appends text or a line break. Neighbouring texts of the same format are joined, as the lexical editor does. */
function append(nodes: LexicalNode[], leaf: LexicalNode): void {
  const last = nodes.at(-1);
  if (typeof leaf.text !== 'string') nodes.push(leaf);
  else if (last !== undefined && typeof last.text === 'string' && last.format === leaf.format) last.text += leaf.text;
  else if (leaf.text !== '') nodes.push(leaf);
}

/** @param open the markups around the text. @returns undefined if one of them has no form in lexical */
function textNode(text: unknown, open: readonly unknown[]): LexicalNode | undefined {
  let format = 0;
  for (const markup of open.filter((each) => !isLink(each))) {
    const bit = FORMATS.get(listOf(markup)[0]);
    if (bit === undefined) return undefined;
    format |= bit;
  }
  return { type: 'extended-text', text: stringOf(text), format, detail: 0, mode: 'normal', style: '', version: 1 };
}

function softReturn(atom: unknown): LexicalNode | undefined {
  return listOf(atom)[0] === 'soft-return' ? { type: 'linebreak', version: 1 } : undefined;
}

function isLink(markup: unknown): boolean {
  return listOf(markup)[0] === 'a';
}

function linkNode(markup: unknown): (LexicalNode & { children: LexicalNode[] }) | undefined {
  const attributes = listOf(listOf(markup)[1]);
  const values = new Map<unknown, string>();
  for (let index = 0; index + 1 < attributes.length; index += 2) {
    if (!LINK_ATTRIBUTES.has(attributes[index])) return undefined;
    values.set(attributes[index], stringOf(attributes[index + 1]));
  }
  const [url, rel] = [values.get('href') ?? '', values.get('rel') ?? null];
  return { type: 'link', children: [], url, rel, target: null, title: null, ...NODE_DEFAULTS };
}

function formatsOf(nodes: readonly LexicalNode[]): InlineFormat[] {
  return nodes
    .filter(({ type }) => type !== 'linebreak')
    .map(({ type, format }) => (type === 'link' ? undefined : Number(format)));
}
