import { InternalServerError } from '@almanac/errors';
import type { EntityManager } from 'typeorm';
import { outboxEventNames } from './event-names';
import type { OutboxEvent, OutboxEventHeader } from './outbox-event';
import { outboxTable } from './outbox-table';

const HEADER = `id, subject_type as "subjectType", subject_id as "subjectId", revision, event,
  request_id as "requestId", trace_parent as "traceParent", occurred_at as "occurredAt"`;
const COLUMNS = `${HEADER}, payload, completed_at is not null as "isCompleted"`;

/** @throws InternalServerError naming the first event that this version does not know */
function assertKnownNames<Row extends Pick<OutboxEvent, 'id' | 'event'>>(rows: Row[]): Row[] {
  const unknown = rows.find(({ event }) => !outboxEventNames.includes(event));
  if (unknown) throw new InternalServerError(`Outbox event ${unknown.id} has the unknown name "${unknown.event}".`);
  return rows;
}

/**
 * The oldest unrelayed events, locked until the transaction of the manager ends. Events that another worker has locked and events of a
 * newer version are skipped. Call this function in the transaction that calls {@link markRelayed}.
 * @param limit the maximum number of events
 */
export function claimUnrelayedEvents(manager: EntityManager, limit: number): Promise<OutboxEventHeader[]> {
  return manager.query<OutboxEventHeader[]>(
    `select ${HEADER} from ${outboxTable(manager)}
     where relayed_at is null and event = any($2) order by position limit $1 for update skip locked`,
    [limit, outboxEventNames],
  );
}

/** The names of incomplete events that this version does not know. A newer version has recorded these events, and can complete them. */
export async function findUnknownEventNames(manager: EntityManager): Promise<string[]> {
  const table = outboxTable(manager);
  // Each part uses its own partial index.
  const rows = await manager.query<{ event: string }[]>(
    `select event from ${table} where relayed_at is null and event <> all($1)
     union select event from ${table} where relayed_at is not null and completed_at is null and event <> all($1)`,
    [outboxEventNames],
  );
  return rows.map(({ event }) => event);
}

/**
 * Marks events as relayed.
 * @param incompleteIds the events with a job: `markCompleted` or `markFailed` completes them later. The other events are complete now
 */
export async function markRelayed(
  manager: EntityManager,
  ids: readonly string[],
  incompleteIds: readonly string[] = [],
): Promise<void> {
  await manager.query(
    `update ${outboxTable(manager)}
     set relayed_at = now(), completed_at = case when id = any($2) then null else now() end where id = any($1)`,
    [ids, incompleteIds],
  );
}

/**
 * Sets `relayed_at` to the moment at which the waiting job will run, so that {@link reclaimIncompleteEvents} counts from this moment.
 * @param waitMs milliseconds from now until this moment
 */
export async function postponeReclaim(manager: EntityManager, id: string, waitMs: number): Promise<void> {
  await manager.query(
    `update ${outboxTable(manager)} set relayed_at = now() + make_interval(secs => $2::float8 / 1000) where id = $1`,
    [id, waitMs],
  );
}

/** Marks an event as completed. Deletes `sealed` from its payload: the encrypted values of a mail, e.g. a sign-in link. */
export async function markCompleted(manager: EntityManager, id: string): Promise<void> {
  await manager.query(
    `update ${outboxTable(manager)} set completed_at = now(), payload = payload - 'sealed' where id = $1`,
    [id],
  );
}

/** Completes an event whose job was given up, and stores the reason. Deletes `sealed` from its payload. */
export async function markFailed(manager: EntityManager, id: string, reason: string): Promise<void> {
  await manager.query(
    `update ${outboxTable(manager)}
     set completed_at = now(), payload = (payload - 'sealed') || jsonb_build_object('failure', $2::text)
     where id = $1`,
    [id, reason],
  );
}

/** Completes the incomplete mail events with these subject ids in the caller's transaction, so that their mails are not sent. */
export async function cancelUnsentMails(manager: EntityManager, subjectIds: readonly string[]): Promise<void> {
  if (subjectIds.length === 0) return;
  await manager.query(
    `update ${outboxTable(manager)}
     set relayed_at = coalesce(relayed_at, now()), completed_at = now(), payload = payload - 'sealed'
     where subject_type = 'mail' and subject_id = any($1) and completed_at is null`,
    [subjectIds],
  );
}

/**
 * The events that were relayed at least `afterMs` ago and are still incomplete, because the queue is slow or lost their jobs, or
 * because all attempts until now have failed. In each period of `afterMs`, an event is returned to one worker only. Events of a newer
 * version are skipped.
 * @param limit the maximum number of events
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
           and event = any($3)
         order by relayed_at limit $2 for update skip locked)
       returning *
     ) select ${HEADER} from reclaimed`,
    [afterMs, limit, outboxEventNames],
  );
}

/**
 * Events by their ids, in any order. Events that are no longer stored are left out.
 * @throws InternalServerError for an event that this version does not know
 */
export async function findOutboxEvents(manager: EntityManager, ids: readonly string[]): Promise<OutboxEvent[]> {
  const rows = await manager.query<OutboxEvent[]>(`select ${COLUMNS} from ${outboxTable(manager)} where id = any($1)`, [
    ids,
  ]);
  return assertKnownNames(rows);
}

/** One event; null when it is no longer stored. @throws InternalServerError when this version does not know it */
export async function findOutboxEvent(manager: EntityManager, id: string): Promise<OutboxEvent | null> {
  const [outboxEvent] = await findOutboxEvents(manager, [id]);
  return outboxEvent ?? null;
}

/** The numbers of events in an outbox that are not relayed or not completed. */
export interface OutboxBacklog {
  unrelayed: number;
  /** Seconds since the oldest unrelayed event occurred, by the clock of PostgreSQL; 0 if there is none. */
  oldestAgeSeconds: number;
  /** Relayed events whose job is not done. */
  incomplete: number;
}

/** Counts the events in an outbox that are not relayed or not completed. */
export async function outboxBacklog(manager: EntityManager): Promise<OutboxBacklog> {
  const table = outboxTable(manager);
  const [row] = await manager.query<OutboxBacklog[]>(
    `select count(*)::int as unrelayed,
       coalesce(extract(epoch from now() - min(occurred_at)), 0)::float8 as "oldestAgeSeconds",
       (select count(*)::int from ${table} where relayed_at is not null and completed_at is null) as incomplete
     from ${table} where relayed_at is null`,
  );
  return row ?? { unrelayed: 0, oldestAgeSeconds: 0, incomplete: 0 };
}
