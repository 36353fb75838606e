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
 * Raises the revision of each added row to the highest revision in outbox events about its id. There are such events if a row with the
 * id existed before and was deleted. The outbox stores only one event for each id, revision and event name, so without this change it
 * would ignore events of later edits.
 */
export async function raiseRevisionsOfReusedIds(
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
