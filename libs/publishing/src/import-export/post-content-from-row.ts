import type { PostType } from '@almanac/entities';
import { AlmanacError } from '@almanac/errors';
import {
  htmlAsMobiledoc,
  htmlToPlaintext,
  htmlToPlaintextV5,
  htmlToRelative,
  lexicalToRelative,
  markdownAsMobiledoc,
  mobiledocMatchingHtml,
  mobiledocToRelative,
  type MatchedDocument,
  ghost4CardsToHtml,
  parseMobiledocOrUndefined,
} from '@almanac/rendering';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseJson } from '../parse-json';
import { BLANK_CONTENT, type ContentRenderer, contentFromMobiledoc, type PostContent } from '../posts/post-content';
import { changesOf, type ImportedContent } from './imported-content';
import { documentIn, type ImportedRecord, textIn } from './imported-row';
import { lexicalContentMatchingHtml, CachedLexicalRenderer } from './lexical-content-from-row';
import type { RowChange } from './post-access';

/** The context in which the content of a row is rendered. */
export interface ContentScope {
  type: PostType;
  siteUrl: string;
  renderer: ContentRenderer;
  /** Whether Ghost 5 or later wrote the file: these versions derive plaintext and excerpts in another way. */
  isFromGhost5: boolean;
}

const UNREADABLE: ImportedContent = {
  content: BLANK_CONTENT.mobiledoc,
  changes: [{ change: 'content-unreadable', detail: 'The content cannot be read. The post is empty.' }],
};

/**
 * The content of a post, which renders to the html that readers saw. The source in the file stays the source, but parts that Almanac
 * would render differently become html cards. If the file has no readable source, the html becomes the source.
 * Until the post is edited, its stored html is the html of the file, with every attribute.
 */
export async function contentFromRow(row: ImportedRecord, scope: ContentScope): Promise<ImportedContent> {
  const given = textIn(row, 'html');
  const html = given === null ? null : htmlToRelative(given, scope.siteUrl);
  const imported = await contentFromSource(row, html, scope);
  const shownHtml = html || imported.content.html;
  if (!shownHtml || imported === UNREADABLE) return imported;
  // Each conversion may take long, so the service handles requests between two conversions.
  await nextTurn();
  const hasPlaintextOfGhost5 = scope.isFromGhost5 || imported.content.lexical !== null;
  const plaintext = hasPlaintextOfGhost5 ? htmlToPlaintextV5(shownHtml) : htmlToPlaintext(shownHtml);
  return { ...imported, content: { ...imported.content, html: shownHtml, plaintext: plaintext || null } };
}

/** A format in which a row can have the source of a post. */
interface SourceFormat {
  name: string;
  /** The document of a row; null if it has none. */
  read: (row: ImportedRecord) => string | null;
  /**
   * The content of a document; it renders like `html`.
   * @param html the html that readers saw; null if the row has none
   * @returns undefined if the document cannot be read
   */
  convert: (document: string, html: string | null, scope: ContentScope) => Promise<ImportedContent | undefined>;
}

/** The formats, the preferred one first. */
const sourceFormats: readonly SourceFormat[] = [
  {
    name: 'lexical document',
    read: (row) => documentIn(row, 'lexical'),
    convert: (document, html, { siteUrl, renderer }) =>
      lexicalContentMatchingHtml(lexicalToRelative(document, siteUrl), html, renderer),
  },
  { name: 'mobiledoc', read: mobiledocIn, convert: mobiledocContent },
  { name: 'markdown', read: markdownIn, convert: mobiledocContent },
];

/**
 * The content of the first source that can be read, else of the html. Adds the sources that cannot be read to the changes.
 * @param html the html that readers saw; null if the row has none
 */
async function contentFromSource(
  row: ImportedRecord,
  html: string | null,
  scope: ContentScope,
): Promise<ImportedContent> {
  const unreadable: string[] = [];
  for (const { name, read, convert } of sourceFormats) {
    const document = read(row);
    if (document === null) continue;
    const imported = await convert(document, html, scope);
    if (imported !== undefined)
      return { ...imported, changes: [...otherSourceUsed(unreadable, name), ...imported.changes] };
    unreadable.push(name);
  }
  if (html === null) return unreadable.length === 0 ? { content: BLANK_CONTENT.mobiledoc, changes: [] } : UNREADABLE;
  const content = contentOrUndefined(htmlAsMobiledoc(html), scope);
  return content === undefined ? UNREADABLE : { content, changes: onlyHtmlUsed(unreadable) };
}

function otherSourceUsed(unreadable: readonly string[], used: string): RowChange[] {
  if (unreadable.length === 0) return [];
  const detail = `Its ${unreadable.join(' and ')} cannot be read. The post has the content of its ${used}.`;
  return [{ change: 'content-unreadable', detail }];
}

function onlyHtmlUsed(unreadable: readonly string[]): RowChange[] {
  if (unreadable.length === 0) return [];
  const detail = `Its ${unreadable.join(' and ')} cannot be read. Its html is kept as one html card.`;
  return [{ change: 'content-kept-as-html', detail }];
}

async function mobiledocContent(
  document: string,
  html: string | null,
  scope: ContentScope,
): Promise<ImportedContent | undefined> {
  if (parseMobiledocOrUndefined(document) === undefined) return undefined;
  // The URLs become relative first, because the html for the comparison has relative URLs.
  const matched = await matchMobiledoc(mobiledocToRelative(document, scope.siteUrl), html, scope);
  await nextTurn();
  const content = contentOrUndefined(matched.document, scope);
  return content && { content, changes: changesOf(matched) };
}

async function matchMobiledoc(
  document: string,
  html: string | null,
  { renderer }: ContentScope,
): Promise<MatchedDocument & { unknownCards?: string[] }> {
  if (html !== null) return mobiledocMatchingHtml(document, html);
  const { render } = new CachedLexicalRenderer(renderer);
  return { ...(await ghost4CardsToHtml(document, render)), hasOmittedParts: false, isOneHtmlCard: false };
}

function mobiledocIn(row: ImportedRecord): string | null {
  const mobiledoc = documentIn(row, 'mobiledoc');
  return mobiledoc === null ? null : withEmptyHrPayloads(mobiledoc);
}

/** A mobiledoc of the markdown of a row; null if it has none. */
function markdownIn(row: ImportedRecord): string | null {
  const markdown = textIn(row, 'markdown');
  return markdown === null ? null : markdownAsMobiledoc(markdown);
}

/** The content of a mobiledoc; undefined if it cannot be rendered. */
function contentOrUndefined(mobiledoc: string, { type, siteUrl }: ContentScope): PostContent | undefined {
  try {
    return contentFromMobiledoc(type, mobiledoc, siteUrl);
  } catch (error) {
    if (error instanceof AlmanacError) return undefined;
    throw error;
  }
}

/** Empties the payloads of `hr` cards: Ghost 3.0 wrote an internal object of a library into them. */
function withEmptyHrPayloads(mobiledoc: string): string {
  if (!mobiledoc.includes('"hr",{"_config"')) return mobiledoc;
  const document = parseJson(mobiledoc);
  if (typeof document !== 'object' || document === null || !('cards' in document)) return mobiledoc;
  const cards: unknown[] = Array.isArray(document.cards) ? document.cards : [];
  const cleaned = cards.map((card) => (Array.isArray(card) && card[0] === 'hr' ? ['hr', {}] : card));
  return JSON.stringify({ ...document, cards: cleaned });
}
