import { createObjectId, queryPrepared } from '@almanac/entities';
import type { EntityManager } from 'typeorm';
import type { NewOutboxEvent } from './outbox-event';
import { outboxTable } from './outbox-table';
import { currentTraceParent } from './trace-parent';

/** Events of one change can share a payload object. It is sent to PostgreSQL once, and each row refers to the payload by its index. */
function splitPayloads(outboxEvents: readonly NewOutboxEvent[]): { rows: object[]; payloads: object[] } {
  const payloads: object[] = [...new Set<object>(outboxEvents.map(({ payload }) => payload))];
  const indexes = new Map(payloads.map((payload, index) => [payload, index]));
  const rows = outboxEvents.map(({ payload, revision, ...outboxEvent }) => ({
    ...outboxEvent,
    id: createObjectId(),
    revision: String(revision),
    payload: indexes.get(payload),
  }));
  return { rows, payloads };
}

/**
 * Records events in the caller's transaction with one statement. Skips an event if one with its subject, revision and name is already
 * recorded.
 * @returns the ids of the new events
 */
export async function recordEvents(manager: EntityManager, outboxEvents: readonly NewOutboxEvent[]): Promise<string[]> {
  if (outboxEvents.length === 0) return [];
  const text = `insert into ${outboxTable(manager)}
       (id, subject_type, subject_id, revision, event, payload, request_id, trace_parent)
     select e.id, e."subjectType", e."subjectId", e.revision, e.event, $2::jsonb -> e.payload, e."requestId", $3::text
     from jsonb_to_recordset($1::jsonb) as e
       (id text, "subjectType" text, "subjectId" text, revision bigint, event text, payload integer, "requestId" text)
     on conflict (subject_type, subject_id, revision, event) do nothing
     returning id`;
  const { rows, payloads } = splitPayloads(outboxEvents);
  const values = [JSON.stringify(rows), JSON.stringify(payloads), currentTraceParent() ?? null];
  const recorded = await queryPrepared<{ id: string }>(manager, { name: 'record_events', text }, values);
  return recorded.map((row) => row.id);
}

/** Records one event in the caller's transaction. @returns false when it was recorded before */
export async function recordEvent(manager: EntityManager, outboxEvent: NewOutboxEvent): Promise<boolean> {
  return (await recordEvents(manager, [outboxEvent])).length === 1;
}

/**
 * Records the events that a query selects from changed rows, so that the rows of a large change are not sent to this process and
 * back to PostgreSQL. Skips events that are already recorded, as `recordEvents` does.
 * @param select a query for id (24 hex digits), subject_type, subject_id, revision, event, payload (jsonb) and request_id, in this order.
 *   The event names must be of type `OutboxEventName`
 * @param change a `with` clause that makes the change in the same statement
 * @param values the values of `$1`, `$2` … in `change` and `select`
 * @returns the subject ids of the new events
 */
export async function recordSelectedEvents(
  manager: EntityManager,
  { change = '', select }: { change?: string; select: string },
  values: unknown[],
): Promise<string[]> {
  const recorded = await manager.query<{ subject_id: string }[]>(
    `${change} insert into ${outboxTable(manager)}
       (id, subject_type, subject_id, revision, event, payload, request_id, trace_parent)
     select event.*, $${values.length + 1}::text from (${select}) event
     on conflict (subject_type, subject_id, revision, event) do nothing
     returning subject_id`,
    [...values, currentTraceParent() ?? null],
  );
  return recorded.map((row) => row.subject_id);
}
