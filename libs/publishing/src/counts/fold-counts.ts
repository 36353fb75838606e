/** Runs one statement and returns its rows, as an EntityManager does. */
export interface StatementRunner {
  query(text: string, values?: unknown[]): Promise<object[]>;
}

const FACETS = 'owner_type, owner_id, is_primary, type, status, visibility, featured';

/**
 * One statement, so that every snapshot holds either the rows before or their sum. Workers may run it at once: a row is added up by
 * the one that deletes it.
 */
const FOLD_STATEMENT = `
  with taken as (
    select owner_type, owner_id from publishing.kept_counts where not is_folded order by id limit $1
  ), gone as (
    delete from publishing.kept_counts c using (select distinct owner_type, owner_id from taken) owner
    where c.owner_type = owner.owner_type and c.owner_id = owner.owner_id
    returning c.*
  ), folded as (
    insert into publishing.kept_counts (${FACETS}, n, is_folded)
    select ${FACETS}, sum(n), true from gone group by ${FACETS} having sum(n) <> 0
  )
  select count(*)::int as count from taken`;

/**
 * Adds up the rows writers left in `kept_counts`, for the owners of up to `limit` of them; no count changes by it.
 * @returns whether there may be more to add up
 */
export async function foldCounts(runner: StatementRunner, limit = 5_000): Promise<boolean> {
  const [taken] = await runner.query(FOLD_STATEMENT, [limit]);
  return taken !== undefined && 'count' in taken && taken.count === limit;
}
