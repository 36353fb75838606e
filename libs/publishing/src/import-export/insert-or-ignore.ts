import type { EntityManager, ObjectLiteral, QueryDeepPartialEntity } from 'typeorm';

/**
 * Limits how long TypeORM blocks the event loop while it builds a statement: the time grows faster than the number of rows. It also
 * keeps a statement below the limit of PostgreSQL, 65,535 parameters.
 */
const ROWS_PER_STATEMENT = 200;

/**
 * Inserts rows in batches. PostgreSQL ignores a row that violates a unique constraint (`on conflict do nothing`).
 * @returns the number of inserted rows
 */
export async function insertOrIgnore<T extends ObjectLiteral>(
  manager: EntityManager,
  Entity: new () => T,
  rows: readonly QueryDeepPartialEntity<T>[],
): Promise<number> {
  let inserted = 0;
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const values = rows.slice(start, start + ROWS_PER_STATEMENT);
    const insert = manager.createQueryBuilder().insert().into(Entity).values(values).orIgnore().returning('true');
    const { raw }: { raw: unknown[] } = await insert.execute();
    inserted += raw.length;
  }
  return inserted;
}
