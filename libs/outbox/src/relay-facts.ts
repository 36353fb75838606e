import type { EntityManager } from 'typeorm';
import type { RecordedFact } from './fact';
import { outboxTable } from './outbox-table';

const columns = `id, subject_type as "subjectType", subject_id as "subjectId", revision, event, payload,
  request_id as "requestId", occurred_at as "occurredAt"`;

/**
 * The oldest facts nobody relayed yet, locked until the manager's transaction ends; those another worker holds are passed over.
 * Call it in the transaction that will also call {@link markRelayed}.
 */
export function claimUnrelayedFacts(manager: EntityManager, limit: number): Promise<RecordedFact[]> {
  return manager.query<RecordedFact[]>(
    `select ${columns} from ${outboxTable(manager)}
     where relayed_at is null order by position limit $1 for update skip locked`,
    [limit],
  );
}

/** Says that these facts are on their queues. */
export async function markRelayed(manager: EntityManager, ids: readonly string[]): Promise<void> {
  await manager.query(`update ${outboxTable(manager)} set relayed_at = now() where id = any($1)`, [ids]);
}

/** One fact by its id, relayed or not; null once it is too old to be kept. */
export async function findFact(manager: EntityManager, id: string): Promise<RecordedFact | null> {
  const [fact] = await manager.query<RecordedFact[]>(`select ${columns} from ${outboxTable(manager)} where id = $1`, [
    id,
  ]);
  return fact ?? null;
}

/** How many facts wait, and the age of the oldest in milliseconds, by the database's clock. */
export async function outboxBacklog(manager: EntityManager): Promise<{ count: number; oldestAgeMs: number }> {
  const [row] = await manager.query<{ count: number; oldestAgeMs: number }[]>(
    `select count(*)::int as count,
       coalesce(extract(epoch from now() - min(occurred_at)) * 1000, 0)::float8 as "oldestAgeMs"
     from ${outboxTable(manager)} where relayed_at is null`,
  );
  return row ?? { count: 0, oldestAgeMs: 0 };
}

/** Removes relayed facts older than the given number of days; returns how many. */
export async function deleteOldFacts(manager: EntityManager, days: number): Promise<number> {
  const [row] = await manager.query<{ deleted: number }[]>(
    `with gone as (
       delete from ${outboxTable(manager)}
       where relayed_at is not null and occurred_at < now() - make_interval(days => $1) returning 1
     ) select count(*)::int as deleted from gone`,
    [days],
  );
  return row?.deleted ?? 0;
}
