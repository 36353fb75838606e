import { type AnyNode, type Element, isComment, isTag, isText } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { isDeeperThan } from '../is-deeper-than';
import { markupCost } from '../markup-cost';

/**
 * A top-level node of html that a reader can notice: an element, text, or a comment that decides what readers see (the paywall, and the
 * beginning and the end of a gated block). Or a comment with {@link MARKER}.
 */
export interface VisibleBlock {
  /** Equal for two blocks that look the same to a reader. */
  signature: string;
  /** The index of the first UTF-16 unit of the node in the html. */
  start: number;
}

/**
 * `match-html.ts` inserts a comment that starts with this text after each part of a document, to find in the rendered html where the part
 * ends. At the top level, such a comment is a block of its own.
 */
export const MARKER = 'almanac-block';
const PAYWALL = 'members-only';
/** The beginning of the comments around a gated block. */
const GATED_BLOCK = 'kg-gated-block:';

/** The parser takes time quadratic in the depth. */
const MAX_DEPTH = 500;
const MAX_TAGS = 50_000;

/** Elements beside which white space does not count. Beside most of them, it is not visible. */
const BLOCKS = new Set(
  (
    'address article aside audio blockquote body br button canvas caption col colgroup dd details dialog div dl dt ' +
    'fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html iframe input legend li link main meta ' +
    'nav object ol optgroup option p pre script section select source style summary svg table tbody td template tfoot ' +
    'th thead title tr track ul video'
  ).split(' '),
);
const PREFORMATTED = new Set(['pre', 'textarea', 'script', 'style']);

/** Attributes that do not change what is shown: for loading, layout, screen readers, scripts and editors. */
const IGNORED = new Set(
  (
    'decoding fetchpriority loading rel sizes srcset tabindex aria-label aria-hidden role onerror ' +
    'data-kg-thumbnail data-kg-custom-thumbnail data-kg-background-image'
  ).split(' '),
);
/** Attributes that have no effect when they are empty. */
const OPTIONAL = new Set('alt class id style title'.split(' '));
const WHITE_SPACE = /[ \t\n\r\f]+/g;
/** Class names of cards, which differ between the versions of Ghost, except those that change what a reader sees. */
const CARD_CLASS = /^kg-(?!width-|align-|style-|size-|layout-|callout-card-)/;

/**
 * The top-level blocks of html in their order. Nodes of only white space and the comments around cards are left out. A signature
 * contains the text, with white space collapsed as browsers do it, and the elements with the attributes that a reader can notice, e.g.
 * targets and sources, ids (anchors), table spans and styles. It leaves out most class names of Ghost's cards.
 *
 * @returns undefined for html that is too large or too deep to compare
 */
export function visibleBlocks(html: string): VisibleBlock[] | undefined {
  const { maxDepth, tags } = markupCost(html);
  if (maxDepth > MAX_DEPTH || tags > MAX_TAGS) return undefined;
  const document = parseDocument(html, { withStartIndices: true });
  if (isDeeperThan(MAX_DEPTH, document)) return undefined;
  return document.children.flatMap((node) => {
    const signature = signatureOf(node);
    return signature === '' ? [] : [{ signature, start: node.startIndex ?? 0 }];
  });
}

/**
 * Whether a reader sees the same in both documents: text, links, images, embeds, tables, anchors, the paywall and gated blocks. False also
 * for different documents that are too large or too deep to compare.
 */
export function haveEqualVisibleBlocks(one: string, other: string): boolean {
  if (one === other) return true;
  const [blocks, others] = [visibleBlocks(one), visibleBlocks(other)];
  if (blocks?.length !== others?.length || blocks === undefined) return false;
  return blocks.every(({ signature }, index) => signature === others?.[index]?.signature);
}

/** The signature of a node, see {@link VisibleBlock}; empty for a node that readers cannot notice. */
function signatureOf(node: AnyNode): string {
  const writer = new SignatureWriter();
  writer.add(node, false);
  return writer.text;
}

class SignatureWriter {
  text = '';
  /** White space that becomes one space if text follows on the same line. */
  private hasSpace = false;
  private isAtLineStart = true;
  /** White space of preformatted text, which is left out if the preformatted element ends after it. */
  private preformattedSpace = '';

  add(node: AnyNode, isPreformatted: boolean): void {
    if (isText(node)) this.addText(node.data, isPreformatted);
    else if (isComment(node)) this.addComment(node.data);
    else if (isTag(node)) this.addElement(node, isPreformatted);
  }

  private addText(text: string, isPreformatted: boolean): void {
    if (isPreformatted) {
      this.addPreformatted(text);
      return;
    }
    const collapsed = text.replace(WHITE_SPACE, ' ');
    const trimmed = collapsed.replace(/^ | $/g, '');
    this.hasSpace ||= collapsed.startsWith(' ');
    if (trimmed === '') return;
    this.addSpace();
    this.text += escapeMarkup(trimmed);
    this.isAtLineStart = false;
    this.hasSpace = collapsed.endsWith(' ');
  }

  private addPreformatted(text: string): void {
    // Not `trimEnd`: browsers show a non-breaking space.
    const visible = text.replace(/(?<![ \t\n\r\f])[ \t\n\r\f]+$/, '');
    if (visible !== '') {
      this.addPreformattedSpace();
      this.text += escapeMarkup(visible);
    }
    this.preformattedSpace += text.slice(visible.length);
  }

  private addPreformattedSpace(): void {
    this.text += this.preformattedSpace;
    this.preformattedSpace = '';
  }

  private addSpace(): void {
    if (this.hasSpace && !this.isAtLineStart) this.text += ' ';
    this.hasSpace = false;
  }

  private addComment(comment: string): void {
    const trimmed = comment.trim();
    if (trimmed === PAYWALL || trimmed.startsWith(MARKER)) this.text += `<!--${trimmed}-->`;
    // Not trimmed: `htmlForAudience` hides a block from all readers unless its first comment has exactly the white space that Ghost writes.
    else if (comment.startsWith(GATED_BLOCK)) this.text += `<!--${comment}-->`;
  }

  private addElement(element: Element, isPreformatted: boolean): void {
    const isBlock = BLOCKS.has(element.name);
    if (isBlock) this.endLine();
    else this.addSpace();
    this.addPreformattedSpace();
    this.text += `<${element.name}${attributesOf(element)}>`;
    const keepsSpace = isPreformatted || PREFORMATTED.has(element.name);
    for (const child of element.children) this.add(child, keepsSpace);
    if (isBlock) this.endLine();
    if (!isPreformatted) this.preformattedSpace = '';
    if (element.name === 'img') this.isAtLineStart = false;
    this.text += `</${element.name}>`;
  }

  private endLine(): void {
    this.hasSpace = false;
    this.isAtLineStart = true;
  }
}

function attributesOf({ name, attribs }: Element): string {
  const visible = Object.keys(attribs)
    .filter((attribute) => !IGNORED.has(attribute) && !(name === 'img' && /^(?:width|height)$/.test(attribute)))
    .sort();
  return visible.map((attribute) => attributeOf(attribute, attribs[attribute] ?? '')).join('');
}

function attributeOf(name: string, value: string): string {
  const text = name === 'class' ? classesOf(value) : value.replace(WHITE_SPACE, ' ').trim();
  return text === '' && OPTIONAL.has(name) ? '' : ` ${name}="${escapeMarkup(text)}"`;
}

function classesOf(value: string): string {
  const classes = value.split(WHITE_SPACE).filter((name) => name !== '' && !CARD_CLASS.test(name));
  return classes.sort().join(' ');
}

/** Escapes text, so that it cannot look like the markup of a signature. */
function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
