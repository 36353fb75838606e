import type { EntityManager, ObjectLiteral, QueryDeepPartialEntity } from 'typeorm';

/** Rows of one statement: PostgreSQL accepts 65,535 parameters, and a post has about 30 columns. */
const CHUNK = 200;

/** Inserts rows; a row that violates a unique constraint is ignored. */
export async function insertRows<T extends ObjectLiteral>(
  manager: EntityManager,
  Entity: new () => T,
  rows: readonly QueryDeepPartialEntity<T>[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += CHUNK) {
    const values = rows.slice(at, at + CHUNK);
    await manager.createQueryBuilder().insert().into(Entity).values(values).orIgnore().execute();
  }
}
