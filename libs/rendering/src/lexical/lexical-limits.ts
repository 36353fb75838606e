import { isRecord, listOf } from '../json';
import { markupCost } from '../markup-cost';
import { documentLimits, measureMarkdown, noMarkdown } from '../mobiledoc/document-limits';
import type { NodeType, Properties } from './node-types';

/** A node takes up to about 0.1 ms, so the slowest accepted documents take about 0.4 s. */
const MAX_NODES = 4_000;
/** A card in {@link TEMPLATE_CARDS} counts as this number of nodes, because its template has many elements. */
const NODES_PER_TEMPLATE_CARD = 25;
/** The cards that are printed from a large html template, e.g. a player. */
const TEMPLATE_CARDS = new Set<unknown>(
  'audio button call-to-action callout file header product signup toggle transistor'.split(' '),
);
const NODES_PER_VIDEO = 50;
const NODES_PER_CARD = 5;
const NODES_PER_GALLERY_IMAGE = 10;
/** A tag in the html of a property counts more than a node: the time that the DOM takes grows with the square of the number of siblings. */
const NODES_PER_TAG = 2;
const MAX_DEPTH = 200;
const MAX_ATTRIBUTES = 50;
/** The maximum number of times that the parser opens an unclosed formatting element, e.g. `<b>`, again in a following block. */
const MAX_REOPENED = 10_000;
/** The approximate length of a number, `true`, `false` or `null` in JSON. */
const LITERAL_LENGTH = 4;

/**
 * Counts the nodes and characters of a lexical document while it is checked. The limits of characters and
 * markdown are those of mobiledocs. The tags and attributes in the html of captions and texts count too, because
 * the renderer parses them. Those in html cards do not count, because html cards are printed unchanged.
 */
export class LexicalMeter {
  private nodes = 0;
  private characters = 0;
  private readonly markdown = noMarkdown();

  /** @param reject throws the error; its context shows `reason` after the path of the document, e.g. `has more than 5000000 characters.` */
  constructor(private readonly reject: (reason: string) => never) {}

  /** Counts a node without its children. Rejects the document if it now exceeds a limit. @param path of the node in the document */
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
    if (this.nodes > MAX_NODES)
      this.reject(`is too large: its cards, elements and html count as more than ${MAX_NODES} nodes.`);
  }

  /** Counts the tags in properties with html. */
  private addMarkup(node: Record<string, unknown>, properties: Properties, path: string): void {
    for (const [name, kind] of Object.entries(properties)) {
      const html = node[name];
      if ((kind !== 'html' && kind !== 'richText') || typeof html !== 'string' || !html.includes('<')) continue;
      const { tags, maxAttributes, totalAttributes, maxDepth, reopened } = markupCost(html);
      if (maxDepth > MAX_DEPTH) this.reject(`${path}.${name} is nested deeper than ${MAX_DEPTH} elements.`);
      if (maxAttributes > MAX_ATTRIBUTES)
        this.reject(`${path}.${name} has a tag with more than ${MAX_ATTRIBUTES} attributes.`);
      if (reopened > MAX_REOPENED) this.reject(`${path}.${name} leaves too much formatting open.`);
      this.addNodes(NODES_PER_TAG * tags + totalAttributes);
    }
  }

  /** The approximate number of characters of a JSON value. Rejects the key `__proto__`. @param name the key of the value */
  private sizeOf(name: string, value: unknown, path: string): number {
    if (name === '__proto__') return this.reject(`${path} has a property "__proto__".`);
    if (typeof value === 'string') return value.length;
    if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + this.sizeOf('', each, path), 0);
    if (!isRecord(value)) return LITERAL_LENGTH;
    return Object.entries(value).reduce((sum, [key, each]) => sum + key.length + this.sizeOf(key, each, path), 0);
  }
}

/** The number of nodes that a card counts as. */
function nodesOfCard({ type, images }: Record<string, unknown>): number {
  if (type === 'video') return NODES_PER_VIDEO;
  return (
    (TEMPLATE_CARDS.has(type) ? NODES_PER_TEMPLATE_CARD : NODES_PER_CARD) +
    NODES_PER_GALLERY_IMAGE * listOf(images).length
  );
}
