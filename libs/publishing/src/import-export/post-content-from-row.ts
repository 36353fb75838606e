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
} from '@almanac/rendering';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseJson } from '../parse-json';
import { BLANK_CONTENT, type ContentRenderer, contentFromMobiledoc, type PostContent } from '../posts/post-content';
import { changesOf, type ImportedContent } from './imported-content';
import { documentIn, type ImportedRecord, textIn } from './imported-row';
import { lexicalContentMatchingHtml, CachedLexicalRenderer } from './lexical-content-from-row';

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

/** @param html the html that readers saw; null if the row has none */
async function contentFromSource(
  row: ImportedRecord,
  html: string | null,
  scope: ContentScope,
): Promise<ImportedContent> {
  const lexical = documentIn(row, 'lexical');
  if (lexical !== null) {
    const content = await lexicalContentMatchingHtml(lexicalToRelative(lexical, scope.siteUrl), html, scope.renderer);
    if (content !== undefined) return content;
  }
  const matched = await matchMobiledoc(row, html, scope);
  await nextTurn();
  if (matched === undefined) return lexical === null ? { content: BLANK_CONTENT.mobiledoc, changes: [] } : UNREADABLE;
  const content = contentOrUndefined(matched.document, scope);
  return content === undefined ? UNREADABLE : { content, changes: changesOf(matched) };
}

/** The mobiledoc of a row, else a mobiledoc of its markdown or its html; undefined if the row has none of the three. */
async function matchMobiledoc(
  row: ImportedRecord,
  html: string | null,
  { siteUrl, renderer }: ContentScope,
): Promise<(MatchedDocument & { unknownCards?: string[] }) | undefined> {
  const source = mobiledocIn(row);
  if (source !== null) {
    // The html that it is compared with has relative URLs, too.
    const document = mobiledocToRelative(source, siteUrl);
    if (html !== null) return mobiledocMatchingHtml(document, html);
    const { render } = new CachedLexicalRenderer(renderer);
    return { ...(await ghost4CardsToHtml(document, render)), hasOmittedParts: false, isOneHtmlCard: false };
  }
  if (html === null) return undefined;
  // The html becomes one html card. This is reported if it replaces an unreadable lexical document, not if it is the only content.
  const htmlCards = documentIn(row, 'lexical') === null ? 0 : 1;
  return { document: htmlAsMobiledoc(html), htmlCards, hasOmittedParts: false, isOneHtmlCard: true };
}

/** The mobiledoc of a row, else a mobiledoc of its markdown; null if it has neither. */
function mobiledocIn(row: ImportedRecord): string | null {
  const mobiledoc = documentIn(row, 'mobiledoc');
  if (mobiledoc !== null) return withEmptyHrPayloads(mobiledoc);
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
