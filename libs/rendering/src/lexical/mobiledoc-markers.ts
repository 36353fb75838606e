import type { Mobiledoc } from '../mobiledoc/parse-mobiledoc';
import { listOf, type LexicalNode } from './lexical-node';

/** The format bit of each markup; other markups than these and links have no form in lexical. */
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
const LINK_ATTRIBUTES = new Set(['href', 'rel']);
const ATOM_MARKER = 1;

interface Link {
  url: string;
  rel: string | null;
}

/**
 * The inline nodes of the markers of a section or list item.
 *
 * @returns undefined if a markup or an atom has no form in lexical
 */
export function inlineNodes(markers: unknown, document: Mobiledoc): LexicalNode[] | undefined {
  const nodes: LexicalNode[] = [];
  const open: unknown[] = [];
  let currentLink: { markup: unknown; node: LexicalNode & { children: LexicalNode[] } } | undefined;
  for (const [type, opened, closed, content] of listOf(markers).map(listOf)) {
    for (const index of listOf(opened)) open.push(document.markups?.[Number(index)]);
    const leaf = type === ATOM_MARKER ? softReturn(document.atoms?.[Number(content)]) : textNode(content, open);
    const links = open.filter((markup) => listOf(markup)[0] === 'a');
    if (leaf === undefined || links.length > 1) return undefined;
    const [markup] = links;
    if (markup === undefined) {
      currentLink = undefined;
      if (leaf.text !== '') nodes.push(leaf);
    } else {
      const link = linkOf(markup);
      if (link === undefined) return undefined;
      if (currentLink?.markup !== markup) {
        currentLink = { markup, node: linkNode(link) };
        nodes.push(currentLink.node);
      }
      currentLink.node.children.push(leaf);
    }
    const closedCount = Number(closed);
    if (closedCount > 0) {
      const ended = open.splice(-closedCount);
      if (ended.includes(currentLink?.markup)) currentLink = undefined;
    }
  }
  return nodes;
}

function textNode(text: unknown, open: readonly unknown[]): LexicalNode | undefined {
  let format = 0;
  for (const markup of open) {
    const [tag] = listOf(markup);
    if (tag === 'a') continue;
    const bit = FORMATS.get(tag);
    if (bit === undefined) return undefined;
    format |= bit;
  }
  return { type: 'extended-text', text: String(text), format, detail: 0, mode: 'normal', style: '', version: 1 };
}

function softReturn(atom: unknown): LexicalNode | undefined {
  return listOf(atom)[0] === 'soft-return' ? { type: 'linebreak', version: 1 } : undefined;
}

function linkOf(markup: unknown): Link | undefined {
  const attributes = listOf(listOf(markup)[1]);
  const link: Record<string, string> = {};
  for (let index = 0; index + 1 < attributes.length; index += 2) {
    const name = attributes[index];
    if (typeof name !== 'string' || !LINK_ATTRIBUTES.has(name)) return undefined;
    link[name] = String(attributes[index + 1]);
  }
  return { url: link.href ?? '', rel: link.rel ?? null };
}

function linkNode({ url, rel }: Link): LexicalNode & { children: LexicalNode[] } {
  const defaults = { target: null, title: null, direction: 'ltr', format: '', indent: 0, version: 1 };
  return { type: 'link', children: [], url, rel, ...defaults };
}
