import { createObjectId } from '@almanac/entities';
import type { EntityManager } from 'typeorm';
import type { Fact } from './fact';
import { outboxTable } from './outbox-table';

/**
 * Records facts in the caller's transaction, with one statement however many they are.
 * A fact that stands already (same subject, revision and event) is left as it is.
 * @returns the ids of those that were new
 */
export async function recordFacts(manager: EntityManager, facts: readonly Fact[]): Promise<string[]> {
  if (facts.length === 0) return [];
  const rows = facts.map((fact) => ({ ...fact, id: createObjectId(), revision: String(fact.revision) }));
  const recorded = await manager.query<{ id: string }[]>(
    `insert into ${outboxTable(manager)} (id, subject_type, subject_id, revision, event, payload, request_id)
     select f.id, f."subjectType", f."subjectId", f.revision, f.event, f.payload, f."requestId"
     from jsonb_to_recordset($1::jsonb) as f
       (id text, "subjectType" text, "subjectId" text, revision bigint, event text, payload jsonb, "requestId" text)
     on conflict (subject_type, subject_id, revision, event) do nothing
     returning id`,
    [JSON.stringify(rows)],
  );
  return recorded.map((row) => row.id);
}

/** Records one fact in the caller's transaction; false when it stood already. */
export async function recordFact(manager: EntityManager, fact: Fact): Promise<boolean> {
  return (await recordFacts(manager, [fact])).length === 1;
}

/**
 * Records the facts that a query makes out of rows, for changes of so many rows that sending them here and back would cost more
 * than the change. The same facts are left as they are as with `recordFacts`.
 * @param select yields id (24 hex), subject_type, subject_id, revision, event, payload (jsonb) and request_id, in this order
 */
export async function recordSelectedFacts(manager: EntityManager, select: string, values: unknown[]): Promise<void> {
  await manager.query(
    `insert into ${outboxTable(manager)} (id, subject_type, subject_id, revision, event, payload, request_id)
     ${select}
     on conflict (subject_type, subject_id, revision, event) do nothing`,
    values,
  );
}
