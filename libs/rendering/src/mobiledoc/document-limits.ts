import { ValidationError } from '@almanac/errors';
import { isRecord, listOf } from '../json';
import type { Mobiledoc } from './parse-mobiledoc';
import { ATOM_MARKER, CARD_SECTION, LIST_SECTION, MARKUP_SECTION } from './type-numbers';

/** The limits of a document, which are checked before it is rendered. They are far above the size of real posts; see ADR 0131. */
export const documentLimits = {
  /** The number of sections, list items, markers, opened markups and elements of cards. */
  nodes: 10_000,
  /** UTF-16 units of html. */
  html: 5_000_000,
  /** UTF-16 units of the markdown of all cards. */
  markdown: 500_000,
  /** The number of characters with a syntactic meaning, e.g. `*` and `[`, in the markdown of all cards. */
  markdownMarks: 20_000,
  footnotes: 500,
} as const;

/** The number of nodes that a card counts as; the images of a gallery count in addition. */
const NODES_PER_CARD = 5;
const NODES_PER_GALLERY_IMAGE = 2;
const MARKDOWN_CARDS = new Set<unknown>(['markdown', 'card-markdown']);
const MARKS = /[*_`[\]()!<>&^=~\\|:#+/@\n-]/g;
const FOOTNOTES = /\^\[|\[\^/g;

/** The measured values of the markdown of all cards of a document. */
export interface MarkdownTotals {
  /** In UTF-16 units. */
  length: number;
  /** The number of characters with a syntactic meaning. */
  marks: number;
  footnotes: number;
}

/** The totals of a document without markdown. */
export function noMarkdown(): MarkdownTotals {
  return { length: 0, marks: 0, footnotes: 0 };
}

/** Limits the characters of html that a document renders to. Callers count them before they create the html, or after each block. */
export class HtmlBudget {
  private left: number = documentLimits.html;

  /** Counts characters. @throws ValidationError when the document has more than `documentLimits.html` */
  spend(characters: number): void {
    this.left -= characters;
    if (this.left < 0) throw tooLarge(`renders to more than ${documentLimits.html} characters of html`);
  }
}

/**
 * Checks the number of nodes and characters that a document renders to, before it is rendered. A markup counts each time it is opened.
 * A document may reference each card or atom only once, as documents of editors do. So the text of a card counts once. The text of atoms
 * does not count, because the only atom that is rendered, `soft-return`, is a line break.
 *
 * @throws ValidationError whose context names the exceeded limit
 */
export function assertRenderable(document: Mobiledoc): void {
  new DocumentMeter(document).measure();
}

/** The error for a document that exceeds a limit. @param reason the end of a sentence that begins with "The document" */
function tooLarge(reason: string): ValidationError {
  const context = `The document ${reason}.`;
  return new ValidationError('The document is too large.', { property: 'mobiledoc', context });
}

class DocumentMeter {
  private nodes = 0;
  private readonly html = new HtmlBudget();
  private readonly markdown = noMarkdown();
  private readonly cards = new Set<unknown>();
  private readonly atoms = new Set<unknown>();
  private readonly markupSizes: number[];

  constructor(private readonly document: Mobiledoc) {
    this.markupSizes = (document.markups ?? []).map(sizeOf);
  }

  measure(): void {
    for (const [type, content, markers] of this.document.sections) {
      this.addNodes(1);
      if (type === CARD_SECTION) this.addCard(content);
      else if (type === MARKUP_SECTION) this.addMarkers(markers);
      else if (type === LIST_SECTION) for (const item of listOf(markers)) this.addItem(item);
      else this.html.spend(sizeOf(content));
    }
  }

  private addNodes(nodes: number): void {
    this.nodes += nodes;
    if (this.nodes > documentLimits.nodes) {
      throw tooLarge(
        `has more than ${documentLimits.nodes} sections, list items, markers, opened markups and elements of cards`,
      );
    }
  }

  private addItem(markers: unknown): void {
    this.addNodes(1);
    this.addMarkers(markers);
  }

  private addMarkers(markers: unknown): void {
    for (const marker of listOf(markers)) {
      const [type, opened, , content] = listOf(marker);
      this.addNodes(1);
      for (const markup of listOf(opened)) {
        this.addNodes(1);
        this.html.spend(typeof markup === 'number' ? (this.markupSizes[markup] ?? 0) : 0);
      }
      if (type === ATOM_MARKER) this.assertUsedOnce(this.atoms, content, 'atom');
      else this.html.spend(sizeOf(content));
    }
  }

  private addCard(index: unknown): void {
    this.assertUsedOnce(this.cards, index, 'card');
    const [name, payload] = listOf(typeof index === 'number' ? this.document.cards?.[index] : undefined);
    this.addNodes(NODES_PER_CARD);
    this.html.spend(sizeOf(payload));
    if (name === 'gallery') this.addNodes(NODES_PER_GALLERY_IMAGE * imagesOf(payload).length);
    if (MARKDOWN_CARDS.has(name)) this.addMarkdown(markdownOf(payload));
  }

  private assertUsedOnce(used: Set<unknown>, index: unknown, kind: string): void {
    if (used.has(index)) throw tooLarge(`references the ${kind} with the index ${String(index)} more than once`);
    used.add(index);
  }

  private addMarkdown(text: string): void {
    const excess = measureMarkdown(this.markdown, text);
    if (excess !== undefined) throw tooLarge(excess);
  }
}

/**
 * Adds markdown to the totals of a document.
 *
 * @param totals changed by this function
 * @returns the exceeded limit as the end of a sentence that begins with "The document"; undefined within the limits
 */
export function measureMarkdown(totals: MarkdownTotals, text: string): string | undefined {
  totals.length += text.length;
  if (totals.length > documentLimits.markdown) return `has more than ${documentLimits.markdown} characters of markdown`;
  totals.marks += countOf(text, MARKS);
  if (totals.marks > documentLimits.markdownMarks) {
    return `has markdown with more than ${documentLimits.markdownMarks} syntax characters`;
  }
  totals.footnotes += countOf(text, FOOTNOTES);
  return totals.footnotes > documentLimits.footnotes
    ? `has markdown with more than ${documentLimits.footnotes} footnotes`
    : undefined;
}

/**
 * The total length of all property names, strings, numbers and other literals in a JSON value. `parseMobiledoc` limits the depth of
 * documents, so this recursion cannot exceed the stack.
 */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + sizeOf(each), 0);
  if (typeof value !== 'object' || value === null) return String(value).length;
  return Object.entries(value).reduce((sum, [name, each]) => sum + name.length + sizeOf(each), 0);
}

function markdownOf(payload: unknown): string {
  const text = isRecord(payload) ? payload.markdown : '';
  return typeof text === 'string' ? text : '';
}

function imagesOf(payload: unknown): unknown[] {
  return isRecord(payload) ? listOf(payload.images) : [];
}

function countOf(text: string, pattern: RegExp): number {
  let count = 0;
  for (const _ of text.matchAll(pattern)) count += 1;
  return count;
}
