import { markupCost } from '../markup-cost';
import { documentLimits, measureMarkdown, type MarkdownTotals } from '../mobiledoc/document-limits';
import { isRecord, listOf } from './lexical-node';
import type { NodeType, Properties } from './node-types';

/** A node takes up to 0.1 ms, so the slowest accepted documents take half a second. */
const MAX_NODES = 4_000;
/** The number of elements in the html of a card that is printed from a template, e.g. a player. */
const NODES_PER_TEMPLATE = 25;
const TEMPLATES = new Set<unknown>(
  'audio button call-to-action callout file header product signup toggle transistor'.split(' '),
);
const NODES_PER_VIDEO = 50;
const NODES_PER_CARD = 5;
const NODES_PER_GALLERY_IMAGE = 10;
/** The time of the DOM grows with the square of the number of siblings. */
const NODES_PER_TAG = 2;
const MAX_DEPTH = 200;
const MAX_ATTRIBUTES = 50;
const MAX_REOPENED = 10_000;

/**
 * Counts the nodes and characters of a document while it is checked. The limits of characters and markdown are those of
 * mobiledocs. Elements in the html of captions and texts count as nodes, because the renderer parses them; html cards are printed
 * unchanged.
 */
export class LexicalMeter {
  private nodes = 0;
  private characters = 0;
  private readonly markdown: MarkdownTotals = { length: 0, marks: 0, footnotes: 0 };

  /** @param reject throws the error; its argument completes "The document …" */
  constructor(private readonly reject: (reason: string) => never) {}

  /** Adds a node without its children. */
  add(node: Record<string, unknown>, type: NodeType, path: string): void {
    this.addNodes(type.group === 'card' ? nodesOfCard(node) : 1);
    for (const [name, value] of Object.entries(node)) {
      if (name !== 'children') this.characters += name.length + this.sizeOf(name, value, path);
    }
    if (this.characters > documentLimits.html) this.reject(`has more than ${documentLimits.html} characters.`);
    if (typeof node.markdown === 'string') {
      const excess = measureMarkdown(this.markdown, node.markdown);
      if (excess !== undefined) this.reject(`${excess}.`);
    }
    if (node.type === 'html') return;
    this.addMarkup(node, type.properties, path);
  }

  private addNodes(count: number): void {
    this.nodes += count;
    if (this.nodes > MAX_NODES) this.reject(`has more than ${MAX_NODES} nodes.`);
  }

  private addMarkup(node: Record<string, unknown>, properties: Properties, path: string): void {
    for (const [name, kind] of Object.entries(properties)) {
      const html = node[name];
      if ((kind !== 'html' && kind !== 'richText') || typeof html !== 'string' || !html.includes('<')) continue;
      const { tags, attributes, totalAttributes, depth, reopened } = markupCost(html);
      if (depth > MAX_DEPTH) this.reject(`${path}.${name} is nested deeper than ${MAX_DEPTH} elements.`);
      if (attributes > MAX_ATTRIBUTES)
        this.reject(`${path}.${name} has a tag with more than ${MAX_ATTRIBUTES} attributes.`);
      if (reopened > MAX_REOPENED) this.reject(`${path}.${name} leaves too much formatting open.`);
      this.addNodes(NODES_PER_TAG * tags + totalAttributes);
    }
  }

  private sizeOf(name: string, value: unknown, path: string): number {
    if (name === '__proto__') return this.reject(`${path} has a property "__proto__".`);
    if (typeof value === 'string') return value.length;
    if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + this.sizeOf('', each, path), 0);
    if (!isRecord(value)) return 4;
    return Object.entries(value).reduce((sum, [key, each]) => sum + key.length + this.sizeOf(key, each, path), 0);
  }
}

function nodesOfCard({ type, images }: Record<string, unknown>): number {
  if (type === 'video') return NODES_PER_VIDEO;
  return (TEMPLATES.has(type) ? NODES_PER_TEMPLATE : NODES_PER_CARD) + NODES_PER_GALLERY_IMAGE * listOf(images).length;
}
