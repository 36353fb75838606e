import type { PostStatus, PostType } from '@almanac/entities';
import type { NewOutboxEvent } from '@almanac/outbox';
import type { PublishingSettings } from '../write-scope';
import { eventOfMove, initialEvents, type StatusEvent } from './post-status';
import type { PostColumns, PostRecord } from './post-record';

/** Every event of a post, without the noun; `page.` and `post.` are put before it. */
export type PostEvent = StatusEvent | 'added' | 'edited' | 'deleted' | 'rescheduled' | 'tag.attached' | 'tag.detached';

/** What caches in front of the site hold that is stale now. */
export type Invalidation = 'site' | 'preview' | null;

type Previous = Partial<Record<keyof PostRecord, unknown>>;

// Never part of what an event tells: bookkeeping of ours.
const untold: ReadonlySet<string> = new Set<keyof PostColumns>(['revision', 'updatedBy', 'publishedBy']);

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function idsOf(list: readonly { id: string }[]): string {
  return list.map(({ id }) => id).join();
}

/** The old values of what differs; tags and authors count as changed when others are there, or in another order. */
export function previousValues(before: PostRecord, after: PostRecord): Previous {
  const { tags, authors, ...columns } = before;
  const previous: Previous = Object.fromEntries(
    Object.entries(columns).filter(
      ([name, value]) => !untold.has(name) && !isSame(value, after[name as keyof typeof columns]),
    ),
  );
  if (idsOf(tags) !== idsOf(after.tags)) previous.tags = tags;
  if (idsOf(authors) !== idsOf(after.authors)) previous.authors = authors;
  // Dates have whole seconds: two changes within one of them would look as if the second had no date.
  if (changesItsDate(previous, before, after)) previous.updatedAt = before.updatedAt;
  return previous;
}

const besideThePost: ReadonlySet<string> = new Set<keyof PostRecord>(['tags', 'authors', 'meta']);

/** Whether the edit gave the post a new date of its last change: the same rule as its writer's. */
function changesItsDate(previous: Previous, before: PostRecord, after: PostRecord): boolean {
  const isOwnChange = Object.keys(previous).some((name) => !besideThePost.has(name));
  return isOwnChange || before.authors[0]?.id !== after.authors[0]?.id;
}

/** What creating a post is announced as, tags apart. */
export function eventsOfAdding(post: PostRecord): PostEvent[] {
  const initial = initialEvents[post.status];
  return ['added', ...(initial ? [initial] : [])];
}

/** What an edit that changed something is announced as, tags apart. */
export function eventsOfEditing(before: PostRecord, after: PostRecord): PostEvent[] {
  const move = eventOfMove(before.status, after.status);
  const isRescheduled =
    before.status === 'scheduled' &&
    after.status === 'scheduled' &&
    before.publishedAt?.getTime() !== after.publishedAt?.getTime();
  return [...(move ? [move] : []), ...(isRescheduled ? (['rescheduled'] as const) : []), 'edited'];
}

/** What deleting a post is announced as. */
export function eventsOfDeleting(post: PostRecord): PostEvent[] {
  return [
    ...(post.status === 'published' ? (['unpublished'] as const) : []),
    'deleted',
    ...(post.tags.length > 0 ? (['tag.detached'] as const) : []),
  ];
}

/** The site's pages change when something was or is public; a draft has only its preview. */
export function invalidationOf(before: PostStatus, after: PostStatus, hasChanged: boolean): Invalidation {
  if (before === 'published' || after === 'published') return hasChanged ? 'site' : null;
  return 'preview';
}

export interface Announcement {
  type: PostType;
  id: string;
  /** The revision after the change. */
  revision: number;
  payload: { current: object; previous: object };
}

/** An event for each event of one change to a post. */
export function postOutboxEvents(
  settings: PublishingSettings,
  { type, id, revision, payload }: Announcement,
  events: readonly PostEvent[],
): NewOutboxEvent[] {
  const requestId = settings.requestId?.();
  return events.map((event) => ({
    subjectType: type,
    subjectId: id,
    revision,
    event: `${type}.${event}`,
    payload,
    requestId,
  }));
}

/**
 * The events of tags that an addition or an edit put on or took off: one each, so each has the pair of post and tag as its
 * subject.
 */
export function tagOutboxEvents(
  settings: PublishingSettings,
  { type, id, revision, payload }: Announcement,
  before: Pick<PostRecord, 'tags'>,
  after: PostRecord,
): NewOutboxEvent[] {
  const had = new Set(before.tags.map((tag) => tag.id));
  const has = new Set(after.tags.map((tag) => tag.id));
  const outboxEvent = (tagId: string, event: PostEvent): NewOutboxEvent => ({
    subjectType: `${type}.tag`,
    subjectId: `${id}.${tagId}`,
    revision,
    event: `${type}.${event}`,
    payload,
    requestId: settings.requestId?.(),
  });
  return [
    ...[...has].filter((tagId) => !had.has(tagId)).map((tagId) => outboxEvent(tagId, 'tag.attached')),
    ...[...had].filter((tagId) => !has.has(tagId)).map((tagId) => outboxEvent(tagId, 'tag.detached')),
  ];
}
