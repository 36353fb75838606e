import { ValidationError } from '@almanac/errors';
import {
  lexicalToAbsolute,
  lexicalToRelative,
  mobiledocToAbsolute,
  mobiledocToLexical,
  mobiledocToRelative,
  type UrlScope,
} from '@almanac/rendering';
import type { PostRecord } from './post-record';

/** The documents of a request. Null or an empty string empties the content; an absent document was not sent. */
export interface SentSources {
  lexical?: string | null;
  mobiledoc?: string | null;
}

/** The stored content with which the documents of a request are compared. */
export type StoredContent = Pick<PostRecord, 'lexical' | 'mobiledoc' | 'html' | 'status' | 'slug' | 'uuid'>;

/** The functions that map the URLs in a document of one format. */
interface UrlMapping {
  toRelative: (document: string, siteUrl: string) => string;
  toAbsolute: (document: string, scope: UrlScope) => string;
}

const mobiledocUrls: UrlMapping = { toRelative: mobiledocToRelative, toAbsolute: mobiledocToAbsolute };
const lexicalUrls: UrlMapping = { toRelative: lexicalToRelative, toAbsolute: lexicalToAbsolute };

/** @throws ValidationError when both documents are set, because a post has one source */
export function assertOneSource({ lexical, mobiledoc }: SentSources): void {
  if (!lexical || !mobiledoc) return;
  throw new ValidationError('A post has one source: send lexical or mobiledoc, not both.', {
    property: 'lexical',
    context: 'posts.lexical, posts.mobiledoc',
  });
}

/**
 * The documents of a request that change a post. Clients send back the documents that they read, so a document that equals the one in
 * responses changes nothing. This also applies to the document that is derived from the source, and to a stored document that exceeds
 * the current limits.
 * @throws ValidationError when both documents change
 */
export function changedSources(before: StoredContent, sent: SentSources, siteUrl: string): SentSources {
  const changed: SentSources = {
    ...(!isUnchanged(before, 'mobiledoc', sent, siteUrl) && { mobiledoc: sent.mobiledoc }),
    ...(!isUnchanged(before, 'lexical', sent, siteUrl) && { lexical: sent.lexical }),
  };
  assertOneSource(changed);
  return changed;
}

/** Whether a document of the request changes nothing; true for an absent document. */
function isUnchanged(before: StoredContent, format: keyof SentSources, sent: SentSources, siteUrl: string): boolean {
  const document = sent[format];
  if (document === undefined) return true;
  if (!document) return isWithoutEffect(before, format, sent);
  return format === 'lexical'
    ? equalsStoredLexical(before, document, siteUrl)
    : equalsStoredMobiledoc(before, document, siteUrl);
}

/** Whether an empty document has no effect. Clients of Ghost 5 send null for the document that is not the source. */
function isWithoutEffect(before: StoredContent, format: keyof SentSources, sent: SentSources): boolean {
  const other = format === 'lexical' ? sent.mobiledoc : sent.lexical;
  // The request contains the other document, which becomes the source.
  if (other) return true;
  const source = before.lexical === null ? 'mobiledoc' : 'lexical';
  // The other document is empty, too: only the source is emptied.
  if (other !== undefined) return format !== source;
  // The other document was not sent. `mobiledoc: null` empties a lexical post too, because older clients know mobiledoc only.
  return format === 'lexical' && source === 'mobiledoc';
}

function equalsStoredLexical(before: StoredContent, document: string, siteUrl: string): boolean {
  const stored = before.lexical ?? (before.mobiledoc === null ? null : mobiledocToLexical(before.mobiledoc));
  return stored !== null && equalsStored(before, document, stored, lexicalUrls, siteUrl);
}

/** False for a mobiledoc post without html: it may never have been rendered, so an edit with the same mobiledoc renders it. */
function equalsStoredMobiledoc(before: StoredContent, document: string, siteUrl: string): boolean {
  const { mobiledoc } = before;
  const isRendered = before.html !== null || before.lexical !== null;
  return isRendered && mobiledoc !== null && equalsStored(before, document, mobiledoc, mobiledocUrls, siteUrl);
}

/**
 * Makes the URLs of both documents relative to the site, and compares the documents. Responses contain absolute URLs, also in place of
 * URLs that are relative to the post. So the stored document is also compared after its URLs were made absolute and relative again.
 */
function equalsStored(
  before: StoredContent,
  sent: string,
  stored: string,
  { toRelative, toAbsolute }: UrlMapping,
  siteUrl: string,
): boolean {
  const relative = toRelative(sent, siteUrl);
  if (relative === stored) return true;
  return relative === toRelative(toAbsolute(stored, { siteUrl, itemUrl: urlOf(before, siteUrl) }), siteUrl);
}

function urlOf({ status, slug, uuid }: StoredContent, siteUrl: string): string {
  return status === 'published' ? `${siteUrl}/${slug}/` : `${siteUrl}/p/${uuid}/`;
}
