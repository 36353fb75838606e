import type { EntityManager } from 'typeorm';
import type { OutboxEventHeader, OutboxEvent } from './outbox-event';
import { outboxTable } from './outbox-table';

const HEADER = `id, subject_type as "subjectType", subject_id as "subjectId", revision, event,
  request_id as "requestId", trace_parent as "traceParent", occurred_at as "occurredAt"`;
const COLUMNS = `${HEADER}, payload, completed_at is not null as "isCompleted"`;

/**
 * The oldest events nobody relayed yet, locked until the manager's transaction ends; those another worker holds are passed over.
 * Call it in the transaction that will also call {@link markRelayed}.
 */
export function claimUnrelayedEvents(manager: EntityManager, limit: number): Promise<OutboxEventHeader[]> {
  return manager.query<OutboxEventHeader[]>(
    `select ${HEADER} from ${outboxTable(manager)}
     where relayed_at is null order by position limit $1 for update skip locked`,
    [limit],
  );
}

/**
 * Says that these events are relayed.
 * @param openIds those of them whose work a queue carries now; the others are complete with this
 */
export async function markRelayed(
  manager: EntityManager,
  ids: readonly string[],
  openIds: readonly string[] = [],
): Promise<void> {
  await manager.query(
    `update ${outboxTable(manager)}
     set relayed_at = now(), completed_at = case when id = any($2) then null else now() end where id = any($1)`,
    [ids, openIds],
  );
}

/** Says that nothing is left to do for an event, and forgets what was sealed in it: the link of a mail that was sent. */
export async function markCompleted(manager: EntityManager, id: string): Promise<void> {
  await manager.query(
    `update ${outboxTable(manager)} set completed_at = now(), payload = payload - 'sealed' where id = $1`,
    [id],
  );
}

/**
 * Facts that were relayed a while ago and are still not complete: the queue is slow, or lost them. Each is given out once
 * in that while, whoever asks.
 * @param afterMs how long ago
 */
export function reclaimIncompleteEvents(
  manager: EntityManager,
  afterMs: number,
  limit: number,
): Promise<OutboxEventHeader[]> {
  return manager.query<OutboxEventHeader[]>(
    `with reclaimed as (
       update ${outboxTable(manager)} set relayed_at = now() where id in (
         select id from ${outboxTable(manager)}
         where completed_at is null and relayed_at < now() - make_interval(secs => $1::float8 / 1000)
         order by relayed_at limit $2 for update skip locked)
       returning *
     ) select ${HEADER} from reclaimed`,
    [afterMs, limit],
  );
}

/** Several events by their ids, in no order. */
export function findOutboxEvents(manager: EntityManager, ids: readonly string[]): Promise<OutboxEvent[]> {
  return manager.query<OutboxEvent[]>(`select ${COLUMNS} from ${outboxTable(manager)} where id = any($1)`, [ids]);
}

/** One event by its id, relayed or not; null once it is too old to be kept. */
export async function findOutboxEvent(manager: EntityManager, id: string): Promise<OutboxEvent | null> {
  const [outboxEvent] = await findOutboxEvents(manager, [id]);
  return outboxEvent ?? null;
}

/** How many events wait, and the age of the oldest in milliseconds, by the database's clock. */
export async function outboxBacklog(manager: EntityManager): Promise<{ count: number; oldestAgeMs: number }> {
  const [row] = await manager.query<{ count: number; oldestAgeMs: number }[]>(
    `select count(*)::int as count,
       coalesce(extract(epoch from now() - min(occurred_at)) * 1000, 0)::float8 as "oldestAgeMs"
     from ${outboxTable(manager)} where relayed_at is null`,
  );
  return row ?? { count: 0, oldestAgeMs: 0 };
}
