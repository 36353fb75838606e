import type { PostType } from '@almanac/entities';
import { AlmanacError } from '@almanac/errors';
import {
  htmlAsMobiledoc,
  htmlToPlaintext,
  htmlToPlaintextV5,
  htmlToRelative,
  lexicalToRelative,
  markdownAsSeen,
  mobiledocAsSeen,
  type SeenDocument,
  withCardsOfLexical,
} from '@almanac/rendering';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BLANK_CONTENT, type ContentRenderer, contentFromMobiledoc } from '../posts/post-content';
import { changesOf, type ImportedContent } from './imported-content';
import { documentIn, type ImportedRecord, textIn } from './imported-row';
import { lexicalContentAsSeen, RememberedRenders } from './lexical-content-from-row';

/** The context of rendering the content of a row. */
export interface ContentScope {
  type: PostType;
  siteUrl: string;
  renderer: ContentRenderer;
  /** Whether Ghost 5 or later wrote the file. It made plaintext and excerpts of every post in its own way. */
  isFromGhost5: boolean;
}

const UNREADABLE: ImportedContent = {
  content: BLANK_CONTENT.mobiledoc,
  changes: [{ change: 'content-unreadable', detail: 'The content cannot be read. The post is empty.' }],
};

/**
 * The content of a post, which renders to the html that readers saw: the source of the file stays the source, and parts that
 * would be shown differently are html cards. The html of the file is the content where it has no source that can be read.
 * Until the post is edited, its html is that of the file, with every attribute.
 */
export async function contentFromRow(row: ImportedRecord, scope: ContentScope): Promise<ImportedContent> {
  const given = textIn(row, 'html');
  const html = given === null ? null : htmlToRelative(given, scope.siteUrl);
  const imported = await contentFromSource(row, html, scope);
  const seen = html || imported.content.html;
  if (!seen || imported === UNREADABLE) return imported;
  await nextTurn();
  const isV5 = scope.isFromGhost5 || imported.content.lexical !== null;
  const plaintext = isV5 ? htmlToPlaintextV5(seen) : htmlToPlaintext(seen);
  return { ...imported, content: { ...imported.content, html: seen, plaintext: plaintext || null } };
}

async function contentFromSource(
  row: ImportedRecord,
  html: string | null,
  scope: ContentScope,
): Promise<ImportedContent> {
  const lexical = documentIn(row, 'lexical');
  if (lexical !== null) {
    const content = await lexicalContentAsSeen(lexicalToRelative(lexical, scope.siteUrl), html, scope.renderer);
    if (content !== undefined) return content;
  }
  const seen = await seenMobiledoc(row, html, scope.renderer);
  await nextTurn();
  if (seen === undefined) return lexical === null ? { content: BLANK_CONTENT.mobiledoc, changes: [] } : UNREADABLE;
  const content = readable(() => contentFromMobiledoc(scope.type, seen.document, scope.siteUrl));
  return content === undefined ? UNREADABLE : { content, changes: changesOf(seen) };
}

async function seenMobiledoc(
  row: ImportedRecord,
  html: string | null,
  renderer: ContentRenderer,
): Promise<(SeenDocument & { unknownCards?: string[] }) | undefined> {
  const mobiledoc = documentIn(row, 'mobiledoc');
  if (mobiledoc !== null) {
    const document = withoutDumps(mobiledoc);
    if (html !== null) return mobiledocAsSeen(document, html);
    const { render } = new RememberedRenders(renderer);
    return { ...(await withCardsOfLexical(document, render)), isWhole: false };
  }
  const markdown = textIn(row, 'markdown');
  if (markdown !== null) return markdownAsSeen(markdown, html);
  if (html === null) return undefined;
  // Html is the source of the post, unless the source was a lexical document that cannot be read.
  const htmlCards = documentIn(row, 'lexical') === null ? 0 : 1;
  return { document: htmlAsMobiledoc(html), htmlCards, isWhole: true };
}

function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof AlmanacError) return undefined;
    throw error;
  }
}

/** Ghost 3.0 wrote a dump of a library into the payload of horizontal lines; they have none. */
function withoutDumps(mobiledoc: string): string {
  if (!mobiledoc.includes('"hr",{"_config"')) return mobiledoc;
  const document = parseJson(mobiledoc);
  if (typeof document !== 'object' || document === null || !('cards' in document)) return mobiledoc;
  const cards: unknown[] = Array.isArray(document.cards) ? document.cards : [];
  const cleaned = cards.map((card) => (Array.isArray(card) && card[0] === 'hr' ? ['hr', {}] : card));
  return JSON.stringify({ ...document, cards: cleaned });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
