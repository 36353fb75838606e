import { createObjectId, type PostType } from '@almanac/entities';
import { type PostAction, recordEvents, recordSelectedEvents } from '@almanac/outbox';
import type { EntityManager } from 'typeorm';
import { requestNewsletters } from '../emails/request-newsletters';
import { siteChangedEvent } from '../site-changed';
import { FIRST_OWNER_ID } from '../users/owner';
import type { WriteScope } from '../write-scope';
import { POST_RECORDS_SQL } from './post-record-sql';

/** A post or page that was published or unpublished at its due time. */
export interface ProcessedPost {
  id: string;
  type: PostType;
  title: string;
  /** The stored time at which it was due. */
  dueAt: Date;
  /** The time at which it was published or unpublished, by the clock of PostgreSQL. */
  processedAt: Date;
}

interface ProcessedRow {
  id: string;
  type: PostType;
  title: string;
  revision: number;
  due_at: Date;
  previous_updated_at: Date | null;
  processed_at: Date;
  /** Whether the post has to be mailed to the members. */
  should_be_mailed: boolean;
}

/** The kind of due work. */
export type DueAction = 'publish' | 'unpublish';

/**
 * The statement of each kind of due work, and the actions of the two outbox events for each post. One statement claims and updates the
 * rows: it skips rows that another worker has locked, and PostgreSQL checks the condition again for rows that changed meanwhile. So each
 * post is processed once. The condition on an array of ids is needed: with the join alone, PostgreSQL reads the whole table for each batch.
 */
const dueWork: Record<DueAction, { statement: string; events: readonly [PostAction, PostAction] }> = {
  publish: {
    statement: `
      with due as (
        select id, published_at as due_at, updated_at as previous_updated_at from publishing.posts
        where status = 'scheduled' and published_at <= now()
        order by published_at, id limit $1 for update skip locked
      )
      update publishing.posts p
      set status = 'published', revision = p.revision + 1, updated_at = date_trunc('second', now()),
        published_by = coalesce(p.updated_by, '${FIRST_OWNER_ID}')
      from due where p.id = due.id and p.id = any(array(select id from due))
      returning p.id, p.type, p.title, p.revision, due.due_at, due.previous_updated_at, now() as processed_at,
        p.send_email_when_published as should_be_mailed`,
    events: ['published', 'edited'],
  },
  unpublish: {
    statement: `
      with due as (
        select id, unpublish_at as due_at, updated_at as previous_updated_at from publishing.posts
        where status = 'published' and unpublish_at <= now()
        order by unpublish_at, id limit $1 for update skip locked
      )
      update publishing.posts p
      set status = 'draft', unpublish_at = null, revision = p.revision + 1, updated_at = date_trunc('second', now())
      from due where p.id = due.id and p.id = any(array(select id from due))
      returning p.id, p.type, p.title, p.revision, due.due_at, due.previous_updated_at, now() as processed_at,
        false as should_be_mailed`,
    events: ['unpublished', 'edited'],
  },
};

/** The previous values of the properties that the statement changed, except internal ones, for the outbox events. */
function previousValues(action: DueAction, row: ProcessedRow): object {
  return action === 'publish'
    ? { status: 'scheduled', updatedAt: row.previous_updated_at }
    : { status: 'published', unpublishAt: row.due_at, updatedAt: row.previous_updated_at };
}

/**
 * Publishes or unpublishes up to `limit` due posts and pages, the earliest due time first. Records their outbox events and newsletters in
 * the same transaction. Any number of workers may run this concurrently.
 * @returns the posts and pages in the order of their due times
 */
export async function processDuePosts(scope: WriteScope, action: DueAction, limit: number): Promise<ProcessedPost[]> {
  // TypeORM returns the rows of an update together with their number.
  const [rows]: [ProcessedRow[], number] = await scope.manager.query(dueWork[action].statement, [limit]);
  const [firstRow] = rows;
  if (!firstRow) return [];
  await recordOutboxEvents(scope, action, rows);
  await requestNewsletters(
    scope.manager,
    rows.filter((row) => row.should_be_mailed).map(({ id }) => id),
  );
  // One `site.changed` for the whole batch; the first row identifies it.
  await recordEvents(scope.manager, [siteChangedEvent(scope.settings, firstRow)]);
  return rows
    .map(({ id, type, title, due_at, processed_at }) => ({ id, type, title, dueAt: due_at, processedAt: processed_at }))
    .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
}

/**
 * `$1` is a JSON list of post ids with the id of the first event and the previous values; `$2` the action of the event, e.g. `published`;
 * `$3` the request id.
 */
const SELECT_FIRST_EVENTS = `
  with batch as (
      select * from jsonb_to_recordset($1::jsonb) as batch (post text, first text, previous jsonb)),
    ${POST_RECORDS_SQL.tables}
  select batch.first, p.type, p.id, p.revision, p.type || '.' || $2::text,
    jsonb_build_object('current', ${POST_RECORDS_SQL.record}, 'previous', batch.previous), $3::text
  from batch join publishing.posts p on p.id = batch.post`;

/** `$1` is a JSON list of pairs: the ids of the recorded first event and of the second event. `$2` is the action of the second event. */
const SELECT_SECOND_EVENTS = `
  select ids.second, e.subject_type, e.subject_id, e.revision, e.subject_type || '.' || $2::text, e.payload, e.request_id
  from jsonb_to_recordset($1::jsonb) as ids (first text, second text) join publishing.outbox e on e.id = ids.first`;

/**
 * Records two outbox events for each post. PostgreSQL copies the posts into the outbox, so this process does not read them. The second
 * event gets the stored payload of the first one, because building and compressing a payload takes most of the time.
 */
async function recordOutboxEvents(
  { manager, settings }: WriteScope,
  action: DueAction,
  rows: readonly ProcessedRow[],
): Promise<void> {
  const [firstAction, secondAction] = dueWork[action].events;
  const batch = rows.map((row) => ({
    post: row.id,
    first: createObjectId(),
    second: createObjectId(),
    previous: previousValues(action, row),
  }));
  const requestId = settings.requestId?.() ?? null;
  await recordSelectedEvents(manager, { select: SELECT_FIRST_EVENTS }, [JSON.stringify(batch), firstAction, requestId]);
  const ids = batch.map((event) => ({ first: event.first, second: event.second }));
  await recordSelectedEvents(manager, { select: SELECT_SECOND_EVENTS }, [JSON.stringify(ids), secondAction]);
}

/** The posts and pages that are due, and are not published or unpublished yet. */
export interface DueBacklog {
  count: number;
  /** Seconds since the earliest due time; 0 when nothing is due. */
  oldestAgeSeconds: number;
}

/** Reads the number and age of due posts, by the clock of PostgreSQL. */
export async function readDueBacklog(manager: EntityManager): Promise<Record<DueAction, DueBacklog>> {
  const [row] = await manager.query<Record<DueAction, DueBacklog>[]>(`
    select
      (select json_build_object('count', count(*),
         'oldestAgeSeconds', coalesce(extract(epoch from now() - min(published_at)), 0))
       from publishing.posts where status = 'scheduled' and published_at <= now()) as publish,
      (select json_build_object('count', count(*),
         'oldestAgeSeconds', coalesce(extract(epoch from now() - min(unpublish_at)), 0))
       from publishing.posts where status = 'published' and unpublish_at <= now()) as unpublish`);
  const none = { count: 0, oldestAgeSeconds: 0 };
  return row ?? { publish: none, unpublish: none };
}
