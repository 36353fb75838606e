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
import { type ContentRenderer, contentFromLexical, type HtmlTarget, type PostContent } from './post-content';
import { assertMayAdd, assertMayEdit } from './post-permissions';
import { findPostRecord } from './read-post-record';

/**
 * The documents of a request, converted and rendered before its transaction begins: no row is locked while the thread of the
 * renderer works. Permissions are checked first, so that no document is rendered for a request that is rejected.
 */
export interface PreparedContent {
  sources: SentSources;
  /** Absent where the lexical document is the stored one, and where the source is mobiledoc. */
  rendered?: PostContent;
}

/**
 * Prepares the content of a new post; undefined for one that does not need the renderer.
 * @throws ValidationError, NoPermissionError; MaintenanceError while nothing can be rendered
 */
export async function prepareNewContent(
  { dataSource, renderer, siteUrl }: PostsContext,
  actor: Actor,
  type: PostType,
  input: PostInput,
  html: HtmlTarget | undefined,
): Promise<PreparedContent | undefined> {
  if (!needsRenderer(input, html)) return undefined;
  const primaryAuthorId = await namedPrimaryAuthor(dataSource.manager, actor, 'posts.add', input);
  assertMayAdd(actor, { input, primaryAuthorId });
  const sources = await sourcesOf(renderer, input, html);
  assertOneSource(sources);
  if (!sources.lexical) return { sources };
  return { sources, rendered: await contentFromLexical(renderer, type, sources.lexical, siteUrl) };
}

/**
 * Prepares the content of an edit; undefined for one that does not need the renderer, and for a post that does not exist.
 * @throws ValidationError, NoPermissionError, UpdateCollisionError; MaintenanceError while nothing can be rendered
 */
export async function prepareEditedContent(
  { dataSource, renderer, siteUrl }: PostsContext,
  actor: Actor,
  { type, id }: { type: PostType; id: string },
  input: PostInput,
  { html, revision }: { html?: HtmlTarget; revision?: number },
): Promise<PreparedContent | undefined> {
  if (!needsRenderer(input, html)) return undefined;
  const before = await findPostRecord(dataSource.manager, id);
  if (before?.type !== type) return undefined;
  const primaryAuthorId = await namedPrimaryAuthor(dataSource.manager, actor, 'posts.edit', input);
  assertMayEdit(actor, before, { input, primaryAuthorId });
  if (revision !== undefined) assertUnchangedSince({ revision }, before);
  const sources = await sourcesOf(renderer, input, html);
  const { lexical } = changedSources(before, sources, siteUrl);
  if (!lexical) return { sources };
  assertUnchangedSince({ updatedAt: input.updatedAt }, before);
  return { sources, rendered: await contentFromLexical(renderer, type, lexical, siteUrl) };
}

function needsRenderer({ html, lexical }: PostInput, target: HtmlTarget | undefined): boolean {
  if (lexical) return true;
  if (!html) return false;
  return target === 'lexical' || (target === 'mobiledoc' && !isQuickToConvert(html));
}

async function sourcesOf(
  renderer: ContentRenderer,
  { html, lexical, mobiledoc }: PostInput,
  target: HtmlTarget | undefined,
): Promise<SentSources> {
  if (target === 'lexical' && html) return { lexical: await renderer.fromHtml(html) };
  if (target === 'mobiledoc' && html && !lexical) return { lexical, mobiledoc: await renderer.mobiledocFromHtml(html) };
  return { lexical, mobiledoc };
}

/** The first author of the input that exists; looked up only where the permission depends on it. */
async function namedPrimaryAuthor(
  manager: EntityManager,
  actor: Actor,
  permission: Permission,
  { authors = [] }: PostInput,
): Promise<string | undefined> {
  if (authorize(actor, permission) === 'any') return undefined;
  const [first] = await findAuthors(manager, authors);
  return first;
}
