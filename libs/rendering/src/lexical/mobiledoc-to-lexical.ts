import { ValidationError } from '@almanac/errors';
import { isRecord, listOf, stringOf } from '../json';
import { type Mobiledoc, parseMobiledocOrUndefined } from '../mobiledoc/parse-mobiledoc';
import { isOfGhost4, mobiledocToHtml } from '../mobiledoc/render-mobiledoc';
import { CARD_SECTION, IMAGE_SECTION, LIST_SECTION, MARKUP_SECTION } from '../mobiledoc/type-numbers';
import type { LexicalNode } from './lexical-node';
import { inlineNodes } from './mobiledoc-markers';
import { nodeType } from './node-types';
import { singleSection } from './single-section';
import { commentOf } from './unknown-card';

const ELEMENT_DEFAULTS = { direction: 'ltr', format: '', indent: 0, version: 1 } as const;
/** The properties of the lexical node for the tag of a markup section. */
const SECTIONS = new Map<unknown, Record<string, string>>([
  ['p', { type: 'paragraph' }],
  ['blockquote', { type: 'quote' }],
  ['aside', { type: 'aside' }],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, { type: 'heading', tag }] as const),
]);
/** `~sub~` or `^sup^`, which only markdown of Ghost 4 and later has; not `~~strike~~` or a footnote, which all versions have. */
const SUB_OR_SUP = /(?<!~)~[^~\s]+~(?!~)|(?<!\[)\^(?!\[)[^^\s]+\^/;
/** The lexical node types of the cards that have another name in lexical. */
const CARD_TYPES = new Map<unknown, string>([
  ['code', 'codeblock'],
  ['hr', 'horizontalrule'],
  ['card-markdown', 'markdown'],
]);

/**
 * Derives a lexical document from a mobiledoc. Sections and cards without a form in lexical become
 * html cards with their html. Needs no DOM, so it can run outside the thread of `LexicalRenderer`.
 *
 * @param mobiledoc the serialized mobiledoc; null or empty for a blank document
 * @returns the serialized lexical document; a blank one for text that is not a mobiledoc
 */
export function mobiledocToLexical(mobiledoc: string | null): string {
  const document = mobiledoc ? parseMobiledocOrUndefined(mobiledoc) : undefined;
  const blocks = document === undefined ? [] : document.sections.map((section) => blockOf(section, document));
  const children =
    blocks.length > 0 ? blocks : [{ type: 'paragraph', children: [], ...ELEMENT_DEFAULTS, direction: null }];
  return JSON.stringify({ root: { type: 'root', children, ...ELEMENT_DEFAULTS } });
}

function blockOf(section: unknown[], document: Mobiledoc): LexicalNode {
  return nodeOf(section, document) ?? { type: 'html', version: 1, html: htmlOf(section, document) };
}

/**
 * `name`: the tag of a section with text, or of a list, the index of a card, or the URL of an image.
 * @returns undefined if the section or card has no form in lexical
 */
function nodeOf([type, name, content, attributes]: unknown[], document: Mobiledoc): LexicalNode | undefined {
  if (type === CARD_SECTION) return cardOf(typeof name === 'number' ? document.cards?.[name] : undefined, document);
  // Ghost never writes image sections, and its renderer prints them without their URL.
  if (type === IMAGE_SECTION) return { type: 'image', version: 1, src: stringOf(name) };
  if (listOf(attributes).length > 0) return undefined;
  if (type === LIST_SECTION) return listFrom(name, listOf(content), document);
  const properties = type === MARKUP_SECTION ? SECTIONS.get(name) : undefined;
  const children = properties && inlineNodes(content, document);
  // For a soft return in a heading, the lexical renderer puts a hyphen into the heading id; the mobiledoc renderer puts nothing. An html
  // card keeps the id of Ghost 4. The heading ids of Ghost 3 change in lexical anyway, so its headings are converted.
  const changesId = properties?.type === 'heading' && isOfGhost4(document);
  if (changesId && children?.some(hasLineBreak)) return undefined;
  return properties && children && { type: '', ...properties, children, ...ELEMENT_DEFAULTS };
}

function hasLineBreak({ type, children }: LexicalNode): boolean {
  return type === 'linebreak' || (children ?? []).some(hasLineBreak);
}

function listFrom(tag: unknown, items: unknown[], document: Mobiledoc): LexicalNode | undefined {
  if (tag !== 'ul' && tag !== 'ol') return undefined;
  const children: LexicalNode[] = [];
  for (const [index, markers] of items.entries()) {
    const inline = inlineNodes(markers, document);
    if (inline === undefined) return undefined;
    children.push({ type: 'listitem', value: index + 1, children: inline, ...ELEMENT_DEFAULTS });
  }
  const listType = tag === 'ul' ? 'bullet' : 'number';
  return { type: 'list', listType, tag, start: 1, children, ...ELEMENT_DEFAULTS };
}

function cardOf(card: unknown, document: Mobiledoc): LexicalNode | undefined {
  const [name, payload] = listOf(card);
  const type = CARD_TYPES.get(name) ?? name;
  if (typeof type !== 'string' || nodeType(type)?.group !== 'card') return undefined;
  const properties = isRecord(payload) ? { ...payload } : {};
  if (type === 'markdown' && changesInLexical(stringOf(properties.markdown), document)) return undefined;
  if (type === 'embed') {
    properties.embedType = properties.type;
  }
  if (type === 'bookmark' && isRecord(properties.metadata)) {
    // The mobiledoc renderer prints the author where the lexical renderer prints the publisher, and the other way round.
    const { author, publisher, ...rest } = properties.metadata;
    properties.url ??= rest.url;
    properties.metadata = { ...rest, author: publisher, publisher: author };
  }
  return { version: 1, ...properties, type };
}

/** The html of one section. For a card that renders to nothing, it is a comment that stores the card. */
function htmlOf(section: unknown[], document: Mobiledoc): string {
  const html = renderOrEmpty(singleSection(section, document));
  if (html !== '' || section[0] !== CARD_SECTION) return html;
  const [name, payload] = listOf(typeof section[1] === 'number' ? document.cards?.[section[1]] : undefined);
  return typeof name === 'string' ? commentOf({ name, payload }) : '';
}

/** Whether text such as `~a~`, which Ghost 3 prints unchanged, would become `<sub>` or `<sup>` in a lexical document. */
function changesInLexical(markdown: string, document: Mobiledoc): boolean {
  return !isOfGhost4(document) && SUB_OR_SUP.test(markdown);
}

function renderOrEmpty(document: Mobiledoc): string {
  try {
    return mobiledocToHtml(JSON.stringify(document));
  } catch (error) {
    if (error instanceof ValidationError) return '';
    throw error;
  }
}
