import type { EntityManager } from 'typeorm';

type TableWithRevisions = 'posts' | 'tags' | 'labels' | 'members';

/** The subject types of the outbox events about a row of a table. */
const subjectTypes: Readonly<Record<TableWithRevisions, readonly string[]>> = {
  posts: ['post', 'page'],
  tags: ['tag'],
  labels: ['label'],
  members: ['member'],
};

/**
 * Raises the revision of each added row to the highest revision of the outbox events about its id, which a deleted row had before.
 * The outbox stores one event for each subject, revision and name. Without this change, it would skip the events of later edits.
 */
export async function skipRecordedRevisions(
  manager: EntityManager,
  table: TableWithRevisions,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await manager.query(
    `update publishing.${table} added set revision = recorded.revision
     from (select subject_id as id, max(revision) as revision from publishing.outbox
       where subject_type = any($2) and subject_id = any($1) group by subject_id) recorded
     where added.id = recorded.id and added.revision < recorded.revision`,
    [ids, subjectTypes[table]],
  );
}
