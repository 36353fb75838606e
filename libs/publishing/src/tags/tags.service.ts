import { hasPublishedPostsSql, Tag } from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import { recordEvents, type ResourceAction } from '@almanac/outbox';
import type { TagInput } from '@almanac/validation';
import { recordAction } from '../actions/record-action';
import { validName } from '../columns/valid-name';
import type { Actor } from '../permissions/actor';
import { authorize } from '../permissions/authorize';
import { changesIn } from '../changes-in';
import { freeSlug, isOtherSlug } from '../slugs/free-slug';
import { siteChangedEvent } from '../site-changed';
import type { ContentContext } from '../publishing-context';
import { inTransaction, type WriteScope } from '../write-scope';
import { databaseTime } from '../database-time';
import { insertTag, tagColumnsFrom, visibilityOf, type TagRecord } from './stored-tag';
import { tagOutboxEvent } from './tag-events';

/** The result of an operation on a tag. */
export interface TagChange {
  tag: TagRecord;
  hasChanged: boolean;
}

/** Operations on tags. Each is one transaction that also records its outbox events. */
export class TagsService {
  constructor(private readonly context: ContentContext) {}

  /** Creates a tag. @throws ValidationError, NoPermissionError */
  async create(actor: Actor, input: TagInput): Promise<TagChange> {
    authorize(actor, 'tags.add');
    return inTransaction(this.context.dataSource, this.context, async (scope) => {
      const tag = await insertTag(scope, input);
      await recordChange(scope, actor, 'added', tag, { current: tag });
      return { tag, hasChanged: true };
    });
  }

  /**
   * Changes a tag.
   * @param input an absent property keeps its value; an input without a change records no events
   * @throws NotFoundError, ValidationError, NoPermissionError
   */
  async edit(actor: Actor, id: string, input: TagInput): Promise<TagChange> {
    authorize(actor, 'tags.edit');
    return inTransaction(this.context.dataSource, this.context, async (scope) => {
      const before = await lockTag(scope, id, 'for_no_key_update', 'Resource could not be found.');
      const changes = changesIn<Tag>(before, await wantedColumns(scope, before, input));
      if (Object.keys(changes).length === 0) return { tag: before, hasChanged: false };
      const written = { ...changes, updatedAt: await databaseTime(scope.manager), revision: before.revision + 1 };
      await scope.manager.update(Tag, { id }, written);
      const tag: TagRecord = { ...before, ...written };
      const previous = Object.fromEntries(
        [...Object.keys(changes), 'updatedAt'].map((name) => [name, before[name as keyof TagRecord]]),
      );
      await recordChange(scope, actor, 'edited', tag, { current: tag, previous });
      return { tag, hasChanged: true };
    });
  }

  /** Deletes a tag and removes it from all posts. @throws NotFoundError, NoPermissionError */
  async delete(actor: Actor, id: string): Promise<void> {
    authorize(actor, 'tags.destroy');
    await inTransaction(this.context.dataSource, this.context, async (scope) => {
      const before = await lockTag(scope, id, 'pessimistic_write', 'Tag not found.');
      await makeNextTagsFirst(scope, id);
      await scope.manager.delete(Tag, { id });
      const deleted = { ...before, revision: before.revision + 1 };
      await recordChange(scope, actor, 'deleted', deleted, { previous: before });
    });
  }
}

/**
 * Reads a tag, and locks its row until the transaction ends.
 * @param lock `for_no_key_update` lets other transactions add the tag to posts, e.g. an import; `pessimistic_write`, for a deletion, waits
 *   for them first
 * @throws NotFoundError whose message is `notFoundMessage`
 */
async function lockTag(
  { manager }: WriteScope,
  id: string,
  lock: 'for_no_key_update' | 'pessimistic_write',
  notFoundMessage: string,
): Promise<TagRecord> {
  const { entities, raw } = await manager
    .createQueryBuilder(Tag, 'tag')
    .addSelect(hasPublishedPostsSql('tag', 'tag.id'), 'has_published_posts')
    .where('tag.id = :id', { id })
    .setLock(lock)
    .getRawAndEntities<{ has_published_posts: boolean }>();
  const tag = entities[0];
  if (!tag) throw new NotFoundError(notFoundMessage);
  return { ...tag, hasPublishedPosts: raw[0]?.has_published_posts === true };
}

/**
 * Call this before a tag is deleted. In each post whose first tag is this tag, the second tag becomes the first one: its `sort_order`
 * becomes 0, because filters by `primary_tag` match only `sort_order` 0.
 */
async function makeNextTagsFirst({ manager }: WriteScope, id: string): Promise<void> {
  await manager.query(
    `update publishing.posts_tags next set sort_order = 0 from publishing.posts_tags deleted
     where deleted.tag_id = $1 and deleted.sort_order = 0 and next.sort_order > 0 and next.id =
       (select other.id from publishing.posts_tags other where other.post_id = deleted.post_id and other.tag_id <> $1
        order by other.sort_order, other.id limit 1)`,
    [id],
  );
}

async function wantedColumns(
  { manager, settings }: WriteScope,
  before: TagRecord,
  input: TagInput,
): Promise<Partial<Tag>> {
  const name = input.name === undefined ? before.name : validName('tags', input.name);
  const columns: Partial<Tag> = {
    ...tagColumnsFrom(input, settings.siteUrl),
    name,
    visibility: visibilityOf(name, input.visibility ?? before.visibility),
  };
  if (input.slug !== undefined && isOtherSlug('tag', input.slug, name, before.slug)) {
    columns.slug = await freeSlug(manager, 'tag', input.slug || name, before.id);
  }
  return columns;
}

/** Records the outbox events of a change, and its row in the audit log. */
async function recordChange(
  scope: WriteScope,
  actor: Actor,
  action: ResourceAction,
  tag: TagRecord,
  snapshots: { current?: TagRecord; previous?: Partial<TagRecord> },
): Promise<void> {
  await recordEvents(scope.manager, [
    tagOutboxEvent(scope, action, tag, snapshots),
    siteChangedEvent(scope.settings, tag),
  ]);
  await recordAction(scope.manager, actor, action, 'tag', tag.id);
}
