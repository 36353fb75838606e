import type { PostType } from '@almanac/entities';
import { isQuickToConvert } from '@almanac/rendering';
import type { PostInput } from '@almanac/validation';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../permissions/actor';
import { authorize } from '../permissions/authorize';
import type { Permission } from '../permissions/permission-table';
import type { PostsContext } from '../publishing-context';
import { assertOneSource, changedSources, type SentSources } from './changed-sources';
import { assertUnchangedSince } from './collision';
import { findAuthors } from './post-authors';
import { type ContentRenderer, contentFromLexical, type FormatForHtml, type PostContent } from './post-content';
import { assertMayAdd, assertMayEdit } from './post-permissions';
import { findPostRecord } from './read-post-record';

/**
 * The documents of a request, converted and rendered before its transaction begins: no row is locked while the thread of the
 * renderer works. Permissions are checked first, so that no document is rendered for a request that is rejected.
 */
export interface PreparedContent {
  sources: SentSources;
  /** The content that was rendered from the lexical document. Absent if the document equals the stored one, or the source is mobiledoc. */
  rendered?: PostContent;
}

/**
 * Prepares the content of a new post; undefined if the request does not need the renderer.
 * @throws ValidationError, NoPermissionError; MaintenanceError while the renderer is not available
 */
export async function prepareNewContent(
  { dataSource, renderer, siteUrl }: PostsContext,
  actor: Actor,
  type: PostType,
  input: PostInput,
  formatForHtml: FormatForHtml | undefined,
): Promise<PreparedContent | undefined> {
  if (!needsRenderer(input, formatForHtml)) return undefined;
  const primaryAuthorId = await namedPrimaryAuthorId(dataSource.manager, actor, 'posts.add', input);
  assertMayAdd(actor, { input, primaryAuthorId });
  const sources = await sourcesOf(renderer, input, formatForHtml);
  assertOneSource(sources);
  if (!sources.lexical) return { sources };
  return { sources, rendered: await contentFromLexical(renderer, type, sources.lexical, siteUrl) };
}

/**
 * Prepares the content of an edit; undefined if the request does not need the renderer, or if the post does not exist.
 * @throws ValidationError, NoPermissionError, UpdateCollisionError; MaintenanceError while the renderer is not available
 */
export async function prepareEditedContent(
  { dataSource, renderer, siteUrl }: PostsContext,
  actor: Actor,
  { type, id }: { type: PostType; id: string },
  input: PostInput,
  { formatForHtml, revision }: { formatForHtml?: FormatForHtml; revision?: number },
): Promise<PreparedContent | undefined> {
  if (!needsRenderer(input, formatForHtml)) return undefined;
  const before = await findPostRecord(dataSource.manager, id);
  if (before?.type !== type) return undefined;
  const primaryAuthorId = await namedPrimaryAuthorId(dataSource.manager, actor, 'posts.edit', input);
  assertMayEdit(actor, before, { input, primaryAuthorId });
  if (revision !== undefined) assertUnchangedSince({ revision }, before);
  const sources = await sourcesOf(renderer, input, formatForHtml);
  const { lexical } = changedSources(before, sources, siteUrl);
  if (!lexical) return { sources };
  assertUnchangedSince({ updatedAt: input.updatedAt }, before);
  return { sources, rendered: await contentFromLexical(renderer, type, lexical, siteUrl) };
}

/** Whether the request contains a document that the thread of the renderer has to render or convert. */
function needsRenderer({ html, lexical }: PostInput, formatForHtml: FormatForHtml | undefined): boolean {
  if (lexical) return true;
  if (!html) return false;
  return formatForHtml === 'lexical' || (formatForHtml === 'mobiledoc' && !isQuickToConvert(html));
}

async function sourcesOf(
  renderer: ContentRenderer,
  { html, lexical, mobiledoc }: PostInput,
  formatForHtml: FormatForHtml | undefined,
): Promise<SentSources> {
  if (formatForHtml === 'lexical' && html) return { lexical: await renderer.fromHtml(html) };
  if (formatForHtml === 'mobiledoc' && html && !lexical) {
    return { lexical, mobiledoc: await renderer.mobiledocFromHtml(html) };
  }
  return { lexical, mobiledoc };
}

/** The id of the first existing user in `authors` of the input; undefined if there is none, or if the permission does not depend on it. */
async function namedPrimaryAuthorId(
  manager: EntityManager,
  actor: Actor,
  permission: Permission,
  { authors = [] }: PostInput,
): Promise<string | undefined> {
  if (authorize(actor, permission) === 'any') return undefined;
  const [first] = await findAuthors(manager, authors);
  return first;
}
