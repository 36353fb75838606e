import { createObjectId, Post, type PostType } from '@almanac/entities';
import { recordEvents } from '@almanac/outbox';
import { defaultsOf, type PostColumns, postDefinition } from '@almanac/resource-fields';
import type { PostInput } from '@almanac/validation';
import { randomUUID } from 'node:crypto';
import { recordAction } from '../actions/record-action';
import type { Actor } from '../permissions/actor';
import { requestNewsletters } from '../emails/request-newsletters';
import { assertRecipientFilter } from '../emails/recipients-sql';
import { freeSlug } from '../slugs/free-slug';
import { databaseTime } from '../database-time';
import type { TagRecord } from '../tags/stored-tag';
import { tagOutboxEvent } from '../tags/tag-events';
import { readDefaultVisibility } from '../settings/default-visibility';
import { siteChangedEvent } from '../site-changed';
import type { WriteScope } from '../write-scope';
import { creditedUserId, findAuthors, resolveAuthors, writeAuthors } from './post-authors';
import { contentFromMobiledoc, type FormatForHtml, type PostContent, sourceMobiledoc } from './post-content';
import { resolveTimes } from './post-dates';
import { actionsOfAdding, postOutboxEvents, tagOutboxEvents, type Invalidation } from './post-events';
import { copiedColumnsFrom, metaFieldsFrom } from './post-fields';
import { assertMayAdd, permittedInput } from './post-permissions';
import type { PostRecord } from './post-record';
import { resolveTags, writeTags } from './post-tags';
import { titleFrom } from './post-title';
import type { PreparedContent } from './prepare-content';
import { readPostRecord } from './read-post-record';
import { writeMeta } from './write-meta';

/** Options of a write, from the request. */
export interface PostOptions {
  /** The format to which `html` of the input is converted. If it is absent, `html` is ignored. */
  formatForHtml?: FormatForHtml;
}

export interface WithPreparedContent {
  /** The result of `prepareNewContent` or `prepareEditedContent`; absent if it is undefined. */
  prepared?: PreparedContent;
}

/** The result of an operation on a post. */
export interface PostChange {
  /** The post after the change. */
  post: PostRecord;
  /** The pages that caches must invalidate. */
  invalidates: Invalidation;
}

/**
 * Creates a post or page with its tags, authors and meta fields.
 * @throws NoPermissionError, ValidationError
 */
export async function createPost(
  scope: WriteScope,
  actor: Actor,
  type: PostType,
  requested: PostInput,
  { formatForHtml, prepared }: PostOptions & WithPreparedContent,
): Promise<PostChange> {
  const { manager, settings } = scope;
  const now = await databaseTime(manager);
  const foundAuthorIds = await findAuthors(manager, requested.authors ?? []);
  assertMayAdd(actor, { input: requested, primaryAuthorId: foundAuthorIds[0] });
  const input = permittedInput(actor, requested);
  assertRecipientFilter(actor, input.emailRecipientFilter, now);
  // If `permittedInput` removed the authors, the actor becomes the author.
  const permittedAuthorIds = input.authors === undefined ? [] : foundAuthorIds;
  const authors = await resolveAuthors(manager, actor, input.authors, permittedAuthorIds);
  const mobiledoc = prepared ? prepared.sources.mobiledoc : sourceMobiledoc(input, formatForHtml);
  const content = prepared?.rendered ?? contentFromMobiledoc(type, mobiledoc ?? null, settings.siteUrl);
  const row = await newRow(scope, actor, { type, input, content, now });
  const tags = await resolveTags(scope, input.tags ?? []);
  await manager.insert(Post, row);
  await writeMeta(scope, row.id, withoutNulls(metaFieldsFrom(input, settings.siteUrl)));
  await writeAuthors(scope, row.id, authors);
  if (tags.ids.length > 0) await writeTags(scope, row.id, tags.ids);
  const post = await readPostRecord(manager, row.id);
  await recordCreation(scope, post, tags.added);
  if (shouldBeMailed(post)) await requestNewsletters(manager, [post.id]);
  await recordAction(manager, actor, 'added', 'post', post.id);
  return { post, invalidates: post.status === 'published' ? 'site' : null };
}

/** Whether a post is published and has to be mailed to the members. `requestNewsletters` then skips posts that were mailed before. */
export function shouldBeMailed({ type, status, sendEmailWhenPublished }: PostRecord): boolean {
  return type === 'post' && status === 'published' && sendEmailWhenPublished;
}

async function newRow(
  scope: WriteScope,
  actor: Actor,
  { type, input, content, now }: { type: PostType; input: PostInput; content: PostContent; now: Date },
): Promise<PostColumns> {
  const { manager, settings } = scope;
  const title = titleFrom(input.title ?? '');
  const status = input.status ?? 'draft';
  const id = createObjectId();
  const times = resolveTimes(
    undefined,
    { status, publishedAt: input.publishedAt ?? null, unpublishAt: input.unpublishAt ?? null },
    now,
  );
  return {
    ...defaultsOf(postDefinition),
    visibility: await readDefaultVisibility(manager),
    ...copiedColumnsFrom(input, settings.siteUrl),
    ...content,
    ...times,
    id,
    uuid: randomUUID(),
    commentId: id,
    type,
    title,
    slug: await freeSlug(manager, 'post', input.slug || title),
    createdAt: now,
    createdBy: creditedUserId(actor),
    updatedAt: now,
    updatedBy: creditedUserId(actor),
    publishedBy: status === 'published' ? creditedUserId(actor) : null,
  };
}

/** The fields without nulls: a new post needs no row in `posts_meta` for them. */
function withoutNulls<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Partial<T>;
}

async function recordCreation(scope: WriteScope, post: PostRecord, addedTags: readonly TagRecord[]): Promise<void> {
  const { manager, settings } = scope;
  const subject = { ...post, payload: { current: post, previous: {} } };
  await recordEvents(manager, [
    ...addedTags.map((tag) => tagOutboxEvent(scope, 'added', tag, { current: tag })),
    ...postOutboxEvents(settings, subject, actionsOfAdding(post)),
    ...tagOutboxEvents(settings, subject, { tags: [] }, post),
    ...(post.status === 'published' ? [siteChangedEvent(settings, post)] : []),
  ]);
}
