import { queryPrepared } from '@almanac/entities';
import { InternalServerError } from '@almanac/errors';
import { postInstants, reviveInstants } from '@almanac/resource-fields';
import type { EntityManager } from 'typeorm';
import type { PostRecord } from './post-record';
import { POST_RECORD_SQL } from './post-record-sql';

/** Reads a post or page without locking it; undefined when there is none. */
export async function findPostRecord(manager: EntityManager, id: string): Promise<PostRecord | undefined> {
  const text = `select ${POST_RECORD_SQL} as record from publishing.posts p where p.id = $1`;
  const [row] = await queryPrepared<{ record: PostRecord }>(manager, { name: 'post_record', text }, [id]);
  return row && reviveInstants(row.record, postInstants);
}

/** Reads a post or page that this transaction wrote or locked. @throws InternalServerError if it does not exist */
export async function readPostRecord(manager: EntityManager, id: string): Promise<PostRecord> {
  const record = await findPostRecord(manager, id);
  if (!record) throw new InternalServerError(`The post ${id} was written and cannot be read.`);
  return record;
}

/** A post whose row is locked until the transaction ends. */
export interface LockedPost {
  post: PostRecord;
  /** The time at which the post was read, by the clock of PostgreSQL. Rules about dates use it. */
  now: Date;
}

/** Locks a post or page until the transaction ends, and reads it; undefined if it does not exist. */
export async function lockPostRecord(manager: EntityManager, id: string): Promise<LockedPost | undefined> {
  const text = `select ${POST_RECORD_SQL} as record, clock_timestamp() as now,
      p.revision = (select seen.revision from publishing.posts seen where seen.id = p.id) as "isCurrent"
    from publishing.posts p where p.id = $1 for update of p`;
  const [row] = await queryPrepared<{ record: PostRecord; now: Date; isCurrent: boolean }>(
    manager,
    { name: 'post_record_for_update', text },
    [id],
  );
  if (!row) return undefined;
  // If the statement waited for the lock, PostgreSQL returns the changed row, but tags, authors and meta fields from before the wait.
  // In this case the revisions differ, because the subquery `seen` reads the row from before the wait.
  const post = row.isCurrent ? reviveInstants(row.record, postInstants) : await readPostRecord(manager, id);
  return { post, now: row.now };
}
