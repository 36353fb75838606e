import type { PostStatus, PostType } from '@almanac/entities';
import type { NewOutboxEvent, PostAction, Snapshots } from '@almanac/outbox';
import type { PostColumns } from '@almanac/resource-fields';
import type { PublishingSettings } from '../write-scope';
import { actionOfTransition, initialActions } from './post-status';
import type { PostRecord } from './post-record';

/** The pages that caches in front of the site must invalidate: all pages, the preview of the post, or none. */
export type Invalidation = 'site' | 'preview' | null;

/** Previous values of changed properties. */
type Previous = Partial<Record<keyof PostRecord, unknown>>;

/** Internal columns that the previous values in outbox events about edits do not contain. */
const internalColumns: ReadonlySet<string> = new Set<keyof PostColumns>(['revision', 'updatedBy', 'publishedBy']);

function isEqual(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function idsOf(list: readonly { id: string }[]): string {
  return list.map(({ id }) => id).join();
}

/** The previous values of the changed properties. Tags and authors are compared by id and order. */
export function previousValues(before: PostRecord, after: PostRecord): Previous {
  const { tags, authors, ...columns } = before;
  const previous: Previous = Object.fromEntries(
    Object.entries(columns).filter(
      ([name, value]) => !internalColumns.has(name) && !isEqual(value, after[name as keyof typeof columns]),
    ),
  );
  if (idsOf(tags) !== idsOf(after.tags)) previous.tags = tags;
  if (idsOf(authors) !== idsOf(after.authors)) previous.authors = authors;
  // `updatedAt` is included even if its value is the same: it has whole seconds, so two edits within a second store the same time.
  if (changesUpdatedAt(previous, before, after)) previous.updatedAt = before.updatedAt;
  return previous;
}

const relations: ReadonlySet<string> = new Set<keyof PostRecord>(['tags', 'authors', 'meta']);

/** Whether the edit sets `updatedAt`. `writeChanges` in edit-post.ts has the same rule. */
function changesUpdatedAt(previous: Previous, before: PostRecord, after: PostRecord): boolean {
  const changesColumns = Object.keys(previous).some((name) => !relations.has(name));
  return changesColumns || before.authors[0]?.id !== after.authors[0]?.id;
}

/** The actions of the outbox events about a new post, without the events about its tags. */
export function actionsOfAdding(post: PostRecord): PostAction[] {
  const initial = initialActions[post.status];
  return ['added', ...(initial ? [initial] : [])];
}

/** The actions of the outbox events about an edit, without the events about changed tags. */
export function actionsOfEditing(before: PostRecord, after: PostRecord): PostAction[] {
  const transition = actionOfTransition(before.status, after.status);
  const isRescheduled =
    before.status === 'scheduled' &&
    after.status === 'scheduled' &&
    before.publishedAt?.getTime() !== after.publishedAt?.getTime();
  return [...(transition ? [transition] : []), ...(isRescheduled ? (['rescheduled'] as const) : []), 'edited'];
}

/** The actions of the outbox events about a deleted post. */
export function actionsOfDeleting(post: PostRecord): PostAction[] {
  return [
    ...(post.status === 'published' ? (['unpublished'] as const) : []),
    'deleted',
    ...(post.tags.length > 0 ? (['tag.detached'] as const) : []),
  ];
}

/**
 * The pages that caches must invalidate after an edit. If the post was or is published: all pages if it changed, otherwise none. For
 * other posts: the preview.
 */
export function invalidationOf(before: PostStatus, after: PostStatus, hasChanged: boolean): Invalidation {
  if (before === 'published' || after === 'published') return hasChanged ? 'site' : null;
  return 'preview';
}

/** One change to a post: the subject and the payload of its outbox events. */
export interface RecordedPostChange {
  type: PostType;
  id: string;
  /** The revision after the change. */
  revision: number;
  payload: Snapshots;
}

/** The outbox events of one change to a post. */
export function postOutboxEvents(
  settings: PublishingSettings,
  { type, id, revision, payload }: RecordedPostChange,
  actions: readonly PostAction[],
): NewOutboxEvent[] {
  const requestId = settings.requestId?.();
  return actions.map((action) => ({
    subjectType: type,
    subjectId: id,
    revision,
    event: `${type}.${action}`,
    payload,
    requestId,
  }));
}

/** The outbox events about attached and detached tags. Each tag has its own event, whose subject is the pair of post and tag. */
export function tagOutboxEvents(
  settings: PublishingSettings,
  { type, id, revision, payload }: RecordedPostChange,
  before: Pick<PostRecord, 'tags'>,
  after: PostRecord,
): NewOutboxEvent[] {
  const tagIdsBefore = new Set(before.tags.map((tag) => tag.id));
  const tagIdsAfter = new Set(after.tags.map((tag) => tag.id));
  const outboxEvent = (tagId: string, action: 'tag.attached' | 'tag.detached'): NewOutboxEvent => ({
    subjectType: `${type}.tag`,
    subjectId: `${id}.${tagId}`,
    revision,
    event: `${type}.${action}`,
    payload,
    requestId: settings.requestId?.(),
  });
  return [
    ...[...tagIdsAfter].filter((tagId) => !tagIdsBefore.has(tagId)).map((tagId) => outboxEvent(tagId, 'tag.attached')),
    ...[...tagIdsBefore].filter((tagId) => !tagIdsAfter.has(tagId)).map((tagId) => outboxEvent(tagId, 'tag.detached')),
  ];
}
