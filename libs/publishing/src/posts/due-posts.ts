import { createObjectId, type PostType } from '@almanac/entities';
import { type PostAction, recordEvents, recordSelectedEvents } from '@almanac/outbox';
import type { EntityManager } from 'typeorm';
import { recordEmails } from '../emails/record-emails';
import { siteChangedEvent } from '../site-changed';
import type { WriteScope } from '../write-scope';
import { POST_RECORD_SQL } from './post-record-sql';

/** A post or page that was published or unpublished at its due time. */
export interface MovedPost {
  id: string;
  type: PostType;
  title: string;
  /** When it was due, by the database's clock. */
  dueAt: Date;
  /** When it was moved, by the database's clock. */
  movedAt: Date;
}

interface MovedRow {
  id: string;
  type: PostType;
  title: string;
  revision: number;
  due_at: Date;
  updated_before: Date | null;
  moved_at: Date;
  is_mailed: boolean;
}

export type DueMove = 'publish' | 'unpublish';

// One statement claims and updates the rows: it skips rows that another worker has locked, and PostgreSQL checks the condition
// again for rows that changed meanwhile. So a second attempt finds nothing to do.
// The condition on an array of ids is needed: with the join alone PostgreSQL reads the whole table for each batch.
const moves: Record<DueMove, { statement: string; events: readonly [PostAction, PostAction] }> = {
  publish: {
    statement: `
      with due as (
        select id, published_at as due_at, updated_at as updated_before from publishing.posts
        where status = 'scheduled' and published_at <= now()
        order by published_at, id limit $1 for update skip locked
      )
      update publishing.posts p
      set status = 'published', revision = p.revision + 1, updated_at = date_trunc('second', now()),
        published_by = coalesce(p.updated_by, '1')
      from due where p.id = due.id and p.id = any(array(select id from due))
      returning p.id, p.type, p.title, p.revision, due.due_at, due.updated_before, now() as moved_at,
        p.send_email_when_published as is_mailed`,
    events: ['published', 'edited'],
  },
  unpublish: {
    statement: `
      with due as (
        select id, unpublish_at as due_at, updated_at as updated_before from publishing.posts
        where status = 'published' and unpublish_at <= now()
        order by unpublish_at, id limit $1 for update skip locked
      )
      update publishing.posts p
      set status = 'draft', unpublish_at = null, revision = p.revision + 1, updated_at = date_trunc('second', now())
      from due where p.id = due.id and p.id = any(array(select id from due))
      returning p.id, p.type, p.title, p.revision, due.due_at, due.updated_before, now() as moved_at, false as is_mailed`,
    events: ['unpublished', 'edited'],
  },
};

function previousValues(move: DueMove, row: MovedRow): object {
  return move === 'publish'
    ? { status: 'scheduled', updatedAt: row.updated_before }
    : { status: 'published', unpublishAt: row.due_at, updatedAt: row.updated_before };
}

/**
 * Publishes or unpublishes up to `batch` due posts and pages, the earliest due time first, and records the outbox events in the
 * same transaction. Any number of workers may run this concurrently.
 * @returns the posts and pages in the order of their due times
 */
export async function moveDuePosts(scope: WriteScope, move: DueMove, batch: number): Promise<MovedPost[]> {
  // TypeORM returns the rows of an update together with their number.
  const [rows]: [MovedRow[], number] = await scope.manager.query(moves[move].statement, [batch]);
  const cause = rows[0];
  if (!cause) return [];
  await recordMoves(scope, move, rows);
  await recordEmails(
    scope.manager,
    rows.filter(({ is_mailed }) => is_mailed).map(({ id }) => id),
  );
  await recordEvents(scope.manager, [siteChangedEvent(scope.settings, cause)]);
  return rows
    .map(({ id, type, title, due_at, moved_at }) => ({ id, type, title, dueAt: due_at, movedAt: moved_at }))
    .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
}

/** Records two events for each post. PostgreSQL copies the posts from their tables to the outbox; they are not read here. */
async function recordMoves({ manager, settings }: WriteScope, move: DueMove, rows: readonly MovedRow[]): Promise<void> {
  const [first, second] = moves[move].events;
  const moved = rows.map((row) => ({
    post: row.id,
    first: createObjectId(),
    second: createObjectId(),
    previous: previousValues(move, row),
  }));
  await recordSelectedEvents(
    manager,
    {
      select: `with payloads as materialized (
       select moved.first, moved.second, p.id, p.type, p.revision,
         jsonb_build_object('current', ${POST_RECORD_SQL}, 'previous', moved.previous) as payload
       from jsonb_to_recordset($1::jsonb) as moved (post text, first text, second text, previous jsonb)
       join publishing.posts p on p.id = moved.post
     )
     select outbox_event.id, payloads.type, payloads.id, payloads.revision, payloads.type || '.' || outbox_event.event, payloads.payload, $4::text
     from payloads cross join lateral (values (payloads.first, $2::text), (payloads.second, $3::text)) as outbox_event (id, event)`,
    },
    [JSON.stringify(moved), first, second, settings.requestId?.() ?? null],
  );
}

/** Posts and pages that are due and not published or unpublished yet. */
export interface DueBacklog {
  count: number;
  /** Seconds since the earliest due time; 0 when nothing is due. */
  oldestAgeSeconds: number;
}

/** Reads the number and age of due posts, by the clock of PostgreSQL. */
export async function readDueBacklog(manager: EntityManager): Promise<Record<DueMove, DueBacklog>> {
  const [row] = await manager.query<Record<DueMove, DueBacklog>[]>(`
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
