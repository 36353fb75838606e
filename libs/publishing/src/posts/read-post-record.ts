import { queryPrepared } from '@almanac/entities';
import { InternalServerError } from '@almanac/errors';
import type { EntityManager } from 'typeorm';
import type { PostRecord } from './post-record';
import { postRecordSql } from './post-record-sql';

const isoInstant = /^\d{4}-\d{2}-\d{2}T/;

/** JSON text of instants back to dates; by our naming every property that ends in `At` is one. */
function reviveInstants(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reviveInstants);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key.endsWith('At') && typeof inner === 'string' && isoInstant.test(inner)
        ? new Date(inner)
        : reviveInstants(inner),
    ]),
  );
}

/** A post or page that the transaction itself wrote. */
export async function readPostRecord(manager: EntityManager, id: string): Promise<PostRecord> {
  const text = `select ${postRecordSql(manager)} as record from publishing.posts p where p.id = $1`;
  const [row] = await queryPrepared<{ record: unknown }>(manager, { name: 'post_record', text }, [id]);
  if (!row) throw new InternalServerError(`The post ${id} was written and is not there.`);
  return reviveInstants(row.record) as PostRecord;
}

export interface LockedPost {
  post: PostRecord;
  /** The database's clock: what every date rule is judged by. */
  now: Date;
}

/** A post or page by id that nobody else can change until the transaction ends. */
export async function lockPostRecord(manager: EntityManager, id: string): Promise<LockedPost | undefined> {
  const text = `select ${postRecordSql(manager)} as record, clock_timestamp() as now,
      p.revision = (select seen.revision from publishing.posts seen where seen.id = p.id) as "isCurrent"
    from publishing.posts p where p.id = $1 for update of p`;
  const [row] = await queryPrepared<{ record: unknown; now: Date; isCurrent: boolean }>(
    manager,
    { name: 'post_record_for_update', text },
    [id],
  );
  if (!row) return undefined;
  // A row that was waited for comes as it is after the wait, but its tags, authors and meta as they were before it.
  const post = row.isCurrent ? (reviveInstants(row.record) as PostRecord) : await readPostRecord(manager, id);
  return { post, now: row.now };
}
