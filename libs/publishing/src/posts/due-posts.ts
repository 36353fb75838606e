import { recordFacts, type Fact } from '@almanac/outbox';
import type { PostType } from '@almanac/entities';
import type { EntityManager } from 'typeorm';
import { siteChangedFact } from '../site-changed';
import type { WriteScope } from '../write-scope';
import { postFacts, type PostEvent } from './post-events';
import { readPostRecords } from './read-post-records';

/** A post or page whose moment came, after the move. */
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
  due_at: Date;
  updated_before: Date | null;
  moved_at: Date;
}

type DueMove = 'publish' | 'unpublish';

// The claim and the move are one statement: a row that another worker holds is skipped, one that was changed meanwhile is
// judged again as it is now, and what is no longer due is not touched. A second attempt finds nothing to do.
const moves: Record<DueMove, { statement: string; events: readonly PostEvent[] }> = {
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
      from due where p.id = due.id
      returning p.id, due.due_at, due.updated_before, now() as moved_at`,
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
      from due where p.id = due.id
      returning p.id, due.due_at, due.updated_before, now() as moved_at`,
    events: ['unpublished', 'edited'],
  },
};

function previousValues(move: DueMove, row: MovedRow): object {
  return move === 'publish'
    ? { status: 'scheduled', updatedAt: row.updated_before }
    : { status: 'published', unpublishAt: row.due_at, updatedAt: row.updated_before };
}

/**
 * Moves up to `batch` due posts and pages, the longest due first, and records the facts of it in the same transaction.
 * Any number of workers may do this at once.
 */
export async function moveDuePosts(scope: WriteScope, move: DueMove, batch: number): Promise<MovedPost[]> {
  const { manager, settings } = scope;
  const { statement, events } = moves[move];
  // The driver answers an update with its rows and their number.
  const [rows]: [MovedRow[], number] = await manager.query(statement, [batch]);
  if (rows.length === 0) return [];
  const moved = new Map(rows.map((row) => [row.id, row]));
  const { records } = await readPostRecords(manager, [...moved.keys()]);
  const facts: Fact[] = [];
  const posts: MovedPost[] = [];
  for (const post of records) {
    const row = moved.get(post.id);
    if (!row) continue;
    const announcement = { ...post, payload: { current: post, previous: previousValues(move, row) } };
    facts.push(...postFacts(settings, announcement, events));
    posts.push({ id: post.id, type: post.type, title: post.title, dueAt: row.due_at, movedAt: row.moved_at });
  }
  const cause = records[0];
  if (cause) facts.push(siteChangedFact(settings, cause));
  await recordFacts(manager, facts);
  return posts.sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
}

/** What is due and not done, by the database's clock. */
export interface DueBacklog {
  count: number;
  /** Seconds since the longest due should have been moved; 0 when nothing is due. */
  oldestAgeSeconds: number;
  /** The next moment something becomes due; null when nothing is planned. */
  nextDueAt: Date | null;
}

/** Counts due posts that wait to be published or unpublished, and tells when the next will be due. */
export async function readDueBacklog(manager: EntityManager): Promise<DueBacklog> {
  const rows: { count: string; oldest: string | null; next: Date | null }[] = await manager.query(`
    with planned as (
      select published_at as due_at from publishing.posts where status = 'scheduled'
      union all
      select unpublish_at from publishing.posts where status = 'published' and unpublish_at is not null
    )
    select count(*) filter (where due_at <= now()) as count,
      extract(epoch from now() - min(due_at) filter (where due_at <= now())) as oldest,
      min(due_at) filter (where due_at > now()) as next
    from planned`);
  const row = rows[0];
  return { count: Number(row?.count ?? 0), oldestAgeSeconds: Number(row?.oldest ?? 0), nextDueAt: row?.next ?? null };
}
