import { ValidationError } from '@almanac/errors';
import { isRecord } from '../json';
import { assertRenderable } from '../mobiledoc/document-limits';
import { BLANK_MOBILEDOC, parseMobiledoc } from '../mobiledoc/parse-mobiledoc';
import { mobiledocToHtml } from '../mobiledoc/render-mobiledoc';
import type { LexicalNode } from './lexical-node';
import { MobiledocBuilder, type Markup, type TextRun } from './mobiledoc-builder';
import { hasSameContent } from './same-content';
import { cardOfComment } from './unknown-card';

/** A top-level node of a lexical document, and its html. */
export interface RenderedBlock {
  block: LexicalNode;
  html: string;
}

/** The bits in the format of lexical text nodes, each with the tag of its mobiledoc markup. */
const FORMATS: readonly (readonly [bit: number, tag: string])[] = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
];
const KNOWN_FORMATS = FORMATS.reduce((sum, [bit]) => sum | bit, 0);
/** A paragraph without text; it may contain elements. */
const EMPTY_PARAGRAPH = /^<p>(?:<[^>]*>)*<\/p>$/;
const HEADING = /^h[1-6]$/;
/** For cards whose names differ: the name in lexical, and the name in mobiledoc. */
const CARD_NAMES = new Map([
  ['codeblock', 'code'],
  ['horizontalrule', 'hr'],
]);

/**
 * Derives a mobiledoc from the blocks of a lexical document. A block is converted to mobiledoc only if the result renders to the same
 * content. Otherwise it becomes an html card with the html of the block, so that nothing disappears. If the mobiledoc exceeds a limit, the
 * whole document becomes one html card.
 *
 * @returns the serialized mobiledoc. Older API versions return it. If a client of these versions changes it, it becomes the source of the
 *   post
 */
export function lexicalToMobiledoc(blocks: readonly RenderedBlock[]): string {
  if (blocks.length === 0) return BLANK_MOBILEDOC;
  const document = new MobiledocBuilder();
  for (const rendered of blocks) {
    const html = withoutCardComments(rendered.html);
    // A card without a node type in lexical: the lexical document stores it in a comment.
    const unknown = cardOfComment(html.trim());
    if (unknown !== undefined) document.addCard(unknown.name, unknown.payload);
    else if (!hasMobiledocForm(rendered.block, html) || !addBlock(document, rendered.block)) {
      document.addCard('html', { html });
    }
  }
  // The renderer of mobiledocs leaves out an empty paragraph at the end. If the last block is an empty paragraph, a second one is added, so
  // that the renderer leaves out only the second one.
  if (EMPTY_PARAGRAPH.test(blocks.findLast(({ html }) => html !== '')?.html ?? '')) document.addText('p', []);
  const mobiledoc = document.toString();
  if (isWithinLimits(mobiledoc)) return mobiledoc;
  const whole = new MobiledocBuilder();
  whole.addCard('html', { html: blocks.map(({ html }) => html).join('') });
  return whole.toString();
}

/** Whether the block can be converted to mobiledoc, and the result renders to the same content as `html`. */
function hasMobiledocForm(block: LexicalNode, html: string): boolean {
  // The mobiledoc renderer prints html cards unchanged. The lexical renderer does so only if all readers may see the card. Both renderers
  // print markdown alike.
  if (block.type === 'html') return html === block.html;
  if (block.type === 'markdown') return true;
  const trial = new MobiledocBuilder();
  if (!addBlock(trial, block)) return false;
  // The renderer leaves out an empty paragraph at the end. The block may be an empty paragraph, so another one is added after it.
  trial.addText('p', []);
  try {
    return hasSameContent(mobiledocToHtml(trial.toString()), html);
  } catch (error) {
    if (error instanceof ValidationError) return false;
    throw error;
  }
}

/** Whether a mobiledoc is within the limits. A document of many small blocks can exceed a limit that no single block exceeds. */
function isWithinLimits(mobiledoc: string): boolean {
  try {
    assertRenderable(parseMobiledoc(mobiledoc));
    return true;
  } catch (error) {
    if (error instanceof ValidationError) return false;
    throw error;
  }
}

/** Adds a block to the document. @returns false, and adds nothing, if mobiledoc has no form for the block */
function addBlock(document: MobiledocBuilder, block: LexicalNode): boolean {
  switch (block.type) {
    case 'paragraph':
      return addText(document, 'p', block);
    case 'heading':
    case 'extended-heading':
      return addText(document, String(block.tag), block);
    case 'quote':
    case 'extended-quote':
      return addText(document, 'blockquote', block);
    case 'aside':
      return addText(document, 'aside', block);
    case 'list':
      return addList(document, block);
    default:
      if (block.children !== undefined) return false;
      document.addCard(CARD_NAMES.get(block.type) ?? block.type, payloadOf(block));
      return true;
  }
}

function addText(document: MobiledocBuilder, tag: string, block: LexicalNode): boolean {
  const runs = runsOf(block.children ?? []);
  // For a line break in a heading, the lexical renderer puts a hyphen into the heading id; the mobiledoc renderer puts nothing.
  if (runs === undefined || (HEADING.test(tag) && runs.some(({ text }) => text === undefined))) return false;
  document.addText(tag, runs);
  return true;
}

function addList(document: MobiledocBuilder, list: LexicalNode): boolean {
  const items = (list.children ?? []).map((item) =>
    item.type === 'listitem' ? runsOf(item.children ?? []) : undefined,
  );
  if (!items.every((item) => item !== undefined)) return false;
  document.addList(list.listType === 'number' ? 'ol' : 'ul', items);
  return true;
}

/** The text runs of inline nodes; undefined if one of the nodes has no form in mobiledoc. */
function runsOf(nodes: readonly LexicalNode[], outerMarkups: readonly Markup[] = []): TextRun[] | undefined {
  const runs: TextRun[] = [];
  for (const node of nodes) {
    const added = node.type === 'link' && outerMarkups.length === 0 ? linkRuns(node) : runOf(node, outerMarkups);
    if (added === undefined) return undefined;
    runs.push(...added);
  }
  return runs;
}

function linkRuns(link: LexicalNode): TextRun[] | undefined {
  const attributes = [...attribute('href', link.url), ...attribute('rel', link.rel)];
  return runsOf(link.children ?? [], [attributes.length > 0 ? ['a', attributes] : ['a']]);
}

function attribute(name: string, value: unknown): string[] {
  return typeof value === 'string' && value !== '' ? [name, value] : [];
}

function runOf({ type, text, format }: LexicalNode, outerMarkups: readonly Markup[]): TextRun[] | undefined {
  if (type === 'linebreak') return [{ text: undefined, markups: outerMarkups }];
  if (typeof text !== 'string') return undefined;
  const bits = Number(format ?? 0);
  if ((bits & ~KNOWN_FORMATS) !== 0) return undefined;
  const tags = FORMATS.filter(([bit]) => (bits & bit) !== 0).map(([, tag]): Markup => [tag]);
  return [{ text, markups: [...outerMarkups, ...tags] }];
}

function payloadOf({ type, version: _, ...payload }: LexicalNode): object {
  if (type === 'embed') {
    const { embedType, ...rest } = payload;
    return { ...rest, type: embedType };
  }
  if (type !== 'bookmark' || !isRecord(payload.metadata)) return payload;
  // The lexical renderer prints the publisher where the mobiledoc renderer prints the author, and the other way round.
  const { author, publisher, ...rest } = payload.metadata;
  return { ...payload, metadata: { ...rest, url: payload.url, author: publisher, publisher: author } };
}

/** The html of an html card without the comments around it; other html unchanged. */
function withoutCardComments(html: string): string {
  const match = /^\n<!--kg-card-begin: html-->\n([^]*)\n<!--kg-card-end: html-->\n$/.exec(html);
  return match?.[1] ?? html;
}
