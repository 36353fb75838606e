import type { PostType } from '@almanac/entities';
import { recordEvents } from '@almanac/outbox';
import type { PostColumns } from '@almanac/resource-fields';
import type { PostInput } from '@almanac/validation';
import { recordAction } from '../actions/record-action';
import type { Actor } from '../permissions/actor';
import { requestNewsletters } from '../emails/request-newsletters';
import { assertRecipientFilter } from '../emails/recipients-sql';
import { freeSlug, isOtherSlug } from '../slugs/free-slug';
import type { TagRecord } from '../tags/stored-tag';
import { tagOutboxEvent } from '../tags/tag-events';
import { siteChangedEvent } from '../site-changed';
import type { WriteScope } from '../write-scope';
import { changedContent } from './changed-content';
import { assertUnchangedSince } from './collision';
import { type PostChange, type PostOptions, shouldBeMailed, type WithPreparedContent } from './create-post';
import { lockPost } from './lock-post';
import { creditedUserId, findAuthors, resolveAuthors, writeAuthors } from './post-authors';
import { sourceMobiledoc } from './post-content';
import { resolveTimes, wholeSeconds } from './post-dates';
import { actionsOfEditing, invalidationOf, postOutboxEvents, previousValues, tagOutboxEvents } from './post-events';
import { copiedColumnsFrom, metaFieldsFrom } from './post-fields';
import { changesIn } from '../changes-in';
import { assertMayEdit, permittedInput } from './post-permissions';
import type { MetaRecord, PostRecord } from './post-record';
import { actionOfTransition } from './post-status';
import { MAX_TAGS, resolveTags, writeTags } from './post-tags';
import { titleFrom } from './post-title';
import { readPostRecord } from './read-post-record';
import { updatePost } from './update-post';
import { mergedMeta, writeMeta } from './write-meta';

/** Options of an edit, from the request. */
export interface EditOptions extends PostOptions {
  /** The revision that the client read. Unlike `updatedAt`, it is checked also if the edit changes nothing. */
  revision?: number;
}

/** The changes of an edit, computed before the post is written. Missing tags have already been created. */
interface Edit {
  columns: Partial<PostColumns>;
  meta: Partial<MetaRecord>;
  /** All tags of the post after the edit; present if they change. */
  tagIds?: readonly string[];
  /** All authors of the post after the edit; present if they change. */
  authorIds?: readonly string[];
  /** The tags that this edit created. */
  addedTags: readonly TagRecord[];
}

/**
 * Changes a post or page. If the input changes nothing, nothing is written and no outbox event is recorded.
 * @throws NotFoundError, NoPermissionError, ValidationError; UpdateCollisionError when the post changed since the client read it
 */
export async function editPost(
  scope: WriteScope,
  actor: Actor,
  { type, id }: { type: PostType; id: string },
  requested: PostInput,
  { formatForHtml, revision, prepared }: EditOptions & WithPreparedContent,
): Promise<PostChange> {
  const { post: before, now } = await lockPost(scope, type, id, { wrongTypeMessage: 'Resource could not be found.' });
  const foundAuthorIds = await findAuthors(scope.manager, requested.authors ?? []);
  assertMayEdit(actor, before, { input: requested, primaryAuthorId: foundAuthorIds[0] });
  if (revision !== undefined) assertUnchangedSince({ revision }, before);
  const input = permittedInput(actor, requested);
  // The stored filter is not checked again: a user with more permissions, or an import, may have set it.
  if (input.emailRecipientFilter !== before.emailRecipientFilter)
    assertRecipientFilter(actor, input.emailRecipientFilter, now);
  const content = prepared ?? {
    sources: { lexical: input.lexical, mobiledoc: sourceMobiledoc(input, formatForHtml) },
  };
  const columns = {
    ...(await wantedColumns(scope, before, input, now)),
    ...changedContent(before, content, scope.settings.siteUrl),
  };
  const edit: Edit = {
    columns: changesIn<PostColumns>(before, columns),
    meta: changesIn<MetaRecord>(before.meta, metaFieldsFrom(input, scope.settings.siteUrl)),
    ...(await wantedTags(scope, before, input)),
    ...(input.authors && (await wantedAuthors(scope, actor, before, input, foundAuthorIds))),
  };
  if (!changesAnything(edit)) {
    return { post: before, invalidates: invalidationOf(before.status, before.status, false) };
  }
  assertUnchangedSince({ updatedAt: input.updatedAt }, before);
  const after = await writeChanges(scope, actor, before, edit, now);
  await recordEdit(scope, before, after, edit.addedTags);
  if (before.status !== 'published' && shouldBeMailed(after)) await requestNewsletters(scope.manager, [id]);
  await recordAction(scope.manager, actor, 'edited', 'post', id);
  return { post: after, invalidates: invalidationOf(before.status, after.status, true) };
}

function changesAnything({ columns, meta, tagIds, authorIds }: Edit): boolean {
  const isChanged = Object.keys(columns).length > 0 || Object.keys(meta).length > 0;
  return isChanged || tagIds !== undefined || authorIds !== undefined;
}

async function wantedColumns(
  { manager, settings }: WriteScope,
  before: PostRecord,
  input: PostInput,
  now: Date,
): Promise<Partial<PostColumns>> {
  const status = input.status ?? before.status;
  // Throws if the status may not change in this way.
  actionOfTransition(before.status, status);
  const wanted = {
    status,
    publishedAt: input.publishedAt === undefined ? before.publishedAt : input.publishedAt,
    unpublishAt: input.unpublishAt === undefined ? before.unpublishAt : input.unpublishAt,
  };
  const title = input.title === undefined ? before.title : titleFrom(input.title);
  const columns: Partial<PostColumns> = {
    ...copiedColumnsFrom(input, settings.siteUrl),
    ...resolveTimes(before, wanted, now),
    title,
  };
  if (input.slug !== undefined && isOtherSlug('post', input.slug, title, before.slug)) {
    columns.slug = await freeSlug(manager, 'post', input.slug || title, before.id);
  }
  return columns;
}

async function wantedTags(
  scope: WriteScope,
  before: PostRecord,
  { tags }: PostInput,
): Promise<Pick<Edit, 'tagIds' | 'addedTags'>> {
  if (tags === undefined) return { addedTags: [] };
  // An imported post can have more tags than the limit.
  const { ids, added } = await resolveTags(scope, tags, Math.max(MAX_TAGS, before.tags.length));
  const isSame = ids.join() === before.tags.map(({ id }) => id).join();
  return { addedTags: added, ...(!isSame && { tagIds: ids }) };
}

async function wantedAuthors(
  { manager }: WriteScope,
  actor: Actor,
  before: PostRecord,
  { authors }: PostInput,
  foundAuthorIds: readonly string[],
): Promise<Pick<Edit, 'authorIds'>> {
  const ids = await resolveAuthors(manager, actor, authors, foundAuthorIds);
  const isSame = ids.join() === before.authors.map(({ id }) => id).join();
  return isSame ? {} : { authorIds: ids };
}

async function writeChanges(
  scope: WriteScope,
  actor: Actor,
  before: PostRecord,
  { columns, meta, tagIds, authorIds }: Edit,
  now: Date,
): Promise<PostRecord> {
  const { manager } = scope;
  const isPublishing = columns.status === 'published';
  const hasNewPrimaryAuthor = authorIds !== undefined && authorIds[0] !== before.authors[0]?.id;
  // As in Ghost, `updated_at` changes if a column of the post or the first author changes, but not with tags, meta fields or other authors.
  const changesUpdatedAt = Object.keys(columns).length > 0 || hasNewPrimaryAuthor;
  const written: Partial<PostColumns> = {
    ...columns,
    ...(changesUpdatedAt && { updatedAt: wholeSeconds(now), updatedBy: creditedUserId(actor) }),
    ...(isPublishing && { publishedBy: creditedUserId(actor) }),
    revision: before.revision + 1,
  };
  await updatePost(manager, before.id, written);
  await writeMeta(scope, before.id, meta);
  if (tagIds) await writeTags(scope, before.id, tagIds);
  if (authorIds) await writeAuthors(scope, before.id, authorIds);
  // A new status changes `hasPublishedPosts` of tags and authors, so the record is read again.
  const hasSameRelations = columns.status === undefined && tagIds === undefined && authorIds === undefined;
  return hasSameRelations
    ? { ...before, ...written, meta: mergedMeta(before, meta) }
    : readPostRecord(manager, before.id);
}

async function recordEdit(
  scope: WriteScope,
  before: PostRecord,
  after: PostRecord,
  addedTags: readonly TagRecord[],
): Promise<void> {
  const { manager, settings } = scope;
  const subject = { ...after, payload: { current: after, previous: previousValues(before, after) } };
  const changesSite = invalidationOf(before.status, after.status, true) === 'site';
  await recordEvents(manager, [
    ...addedTags.map((tag) => tagOutboxEvent(scope, 'added', tag, { current: tag })),
    ...postOutboxEvents(settings, subject, actionsOfEditing(before, after)),
    ...tagOutboxEvents(settings, subject, before, after),
    ...(changesSite ? [siteChangedEvent(settings, after)] : []),
  ]);
}
