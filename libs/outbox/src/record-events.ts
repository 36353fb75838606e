import { createObjectId, queryPrepared } from '@almanac/entities';
import type { EntityManager } from 'typeorm';
import type { NewOutboxEvent } from './outbox-event';
import { outboxTable } from './outbox-table';
import { currentTraceParent } from './trace-parent';

/** What several events tell alike travels once: events name it by its place in a list. */
function withPayloadsApart(outboxEvents: readonly NewOutboxEvent[]): { rows: object[]; payloads: object[] } {
  const payloads = [...new Set(outboxEvents.map(({ payload }) => payload))];
  const places = new Map(payloads.map((payload, place) => [payload, place]));
  const rows = outboxEvents.map(({ payload, revision, ...outboxEvent }) => ({
    ...outboxEvent,
    id: createObjectId(),
    revision: String(revision),
    payload: places.get(payload),
  }));
  return { rows, payloads };
}

/**
 * Records events in the caller's transaction, with one statement however many they are.
 * An event that stands already (same subject, revision and event) is left as it is.
 * @returns the ids of those that were new
 */
export async function recordEvents(manager: EntityManager, outboxEvents: readonly NewOutboxEvent[]): Promise<string[]> {
  if (outboxEvents.length === 0) return [];
  const text = `insert into ${outboxTable(manager)} (id, subject_type, subject_id, revision, event, payload, request_id, trace_parent)
     select f.id, f."subjectType", f."subjectId", f.revision, f.event, $2::jsonb -> f.payload, f."requestId", $3::text
     from jsonb_to_recordset($1::jsonb) as f
       (id text, "subjectType" text, "subjectId" text, revision bigint, event text, payload integer, "requestId" text)
     on conflict (subject_type, subject_id, revision, event) do nothing
     returning id`;
  const { rows, payloads } = withPayloadsApart(outboxEvents);
  const values = [JSON.stringify(rows), JSON.stringify(payloads), currentTraceParent() ?? null];
  const recorded = await queryPrepared<{ id: string }>(manager, { name: 'record_events', text }, values);
  return recorded.map((row) => row.id);
}

/** Records one event in the caller's transaction; false when it stood already. */
export async function recordEvent(manager: EntityManager, outboxEvent: NewOutboxEvent): Promise<boolean> {
  return (await recordEvents(manager, [outboxEvent])).length === 1;
}

/**
 * Records the events that a query makes out of rows, for changes of so many rows that sending them here and back would cost more
 * than the change. The same events are left as they are as with `recordEvents`.
 * @param select yields id (24 hex), subject_type, subject_id, revision, event, payload (jsonb) and request_id, in this order
 * @param change the change itself as a `with` clause that `select` reads from, where one statement is to do both
 * @returns the ids of the subjects of those that were new
 */
export async function recordSelectedEvents(
  manager: EntityManager,
  { change = '', select }: { change?: string; select: string },
  values: unknown[],
): Promise<string[]> {
  const recorded = await manager.query<{ subject_id: string }[]>(
    `${change} insert into ${outboxTable(manager)} (id, subject_type, subject_id, revision, event, payload, request_id, trace_parent)
     select event.*, $${values.length + 1}::text from (${select}) event
     on conflict (subject_type, subject_id, revision, event) do nothing
     returning subject_id`,
    [...values, currentTraceParent() ?? null],
  );
  return recorded.map((row) => row.subject_id);
}
