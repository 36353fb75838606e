/** Runs one statement and returns its rows, e.g. an EntityManager. */
export interface StatementRunner {
  query(text: string, values?: unknown[]): Promise<object[]>;
}

/** The columns that identify a count. */
const FACETS = 'owner_type, owner_id, is_primary, type, status, visibility, featured';

/**
 * Replaces the rows of each count of some owners by one row with their sum, or by none if it is 0. It is one statement, so that every
 * snapshot of the database contains either the single rows or their sum. Workers may run it concurrently: only the statement that deletes
 * a row adds its number to a sum.
 */
const FOLD_STATEMENT = `
  with taken as (
    select owner_type, owner_id from publishing.kept_counts where not is_folded order by id limit $1
  ), deleted as (
    delete from publishing.kept_counts c using (select distinct owner_type, owner_id from taken) owner
    where c.owner_type = owner.owner_type and c.owner_id = owner.owner_id
    returning c.*
  ), folded as (
    insert into publishing.kept_counts (${FACETS}, n, is_folded)
    select ${FACETS}, sum(n), true from deleted group by ${FACETS} having sum(n) <> 0
  )
  select count(*)::int as count from taken`;

/**
 * Merges the rows of `kept_counts`. Triggers add a small row for each statement that changes a count. This function replaces all rows of a
 * count by at most one with their sum, so the counts themselves do not change. One call merges the rows of the owners of the oldest `limit`
 * small rows. An owner is the site, a tag, an author or the members.
 * @returns whether more small rows may be left
 */
export async function foldCounts(runner: StatementRunner, limit = 5_000): Promise<boolean> {
  const [taken] = await runner.query(FOLD_STATEMENT, [limit]);
  return taken !== undefined && 'count' in taken && taken.count === limit;
}
