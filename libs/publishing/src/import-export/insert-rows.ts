import type { EntityManager, ObjectLiteral, QueryDeepPartialEntity } from 'typeorm';

/** Rows of one statement: PostgreSQL takes 65,535 values, and a post has about 30. */
const CHUNK = 200;

/** Inserts rows; one that breaks a unique constraint is left out. */
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
