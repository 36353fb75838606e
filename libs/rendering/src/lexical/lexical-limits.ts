import { documentLimits, measureMarkdown, type MarkdownTotals } from '../mobiledoc/document-limits';
import { isRecord, listOf } from './lexical-node';
import type { NodeType } from './node-types';

/** The largest number of elements in the html of one card, apart from galleries. */
const NODES_PER_CARD = 5;
const NODES_PER_GALLERY_IMAGE = 2;

/** Counts the nodes and characters of a document while it is checked. The limits are those of mobiledocs. */
export class LexicalMeter {
  private nodes = 0;
  private characters = 0;
  private readonly markdown: MarkdownTotals = { length: 0, marks: 0, footnotes: 0 };

  /** @param reject throws the error; its argument completes "The document …" */
  constructor(private readonly reject: (reason: string) => never) {}

  /** Adds a node without its children. */
  add(node: Record<string, unknown>, { group }: NodeType, path: string): void {
    this.nodes += group === 'card' ? NODES_PER_CARD + NODES_PER_GALLERY_IMAGE * listOf(node.images).length : 1;
    if (this.nodes > documentLimits.nodes) this.reject(`has more than ${documentLimits.nodes} nodes.`);
    for (const [name, value] of Object.entries(node)) {
      if (name !== 'children') this.characters += name.length + this.sizeOf(name, value, path);
    }
    if (this.characters > documentLimits.html) this.reject(`has more than ${documentLimits.html} characters.`);
    if (typeof node.markdown === 'string') {
      const excess = measureMarkdown(this.markdown, node.markdown);
      if (excess !== undefined) this.reject(`${excess}.`);
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
