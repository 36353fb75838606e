import { createObjectId } from '@almanac/entities';
import type { EntityManager } from 'typeorm';

type TableWithIds =
  'labels' | 'members' | 'member_subscriptions' | 'posts_authors' | 'posts_meta' | 'posts_tags' | 'tags' | 'users';

/** The rows with ids. A row keeps its id unless a stored row or an earlier one of `rows` has it; otherwise it gets a new ObjectID. */
export async function withFreeIds<T extends { id?: string }>(
  manager: EntityManager,
  table: TableWithIds,
  rows: readonly T[],
): Promise<(T & { id: string })[]> {
  const given = rows.flatMap(({ id }) => id ?? []);
  const known: { id: string }[] =
    given.length === 0 ? [] : await manager.query(`select id from publishing.${table} where id = any($1)`, [given]);
  const taken = new Set(known.map(({ id }) => id));
  return rows.map((row) => {
    const id = row.id === undefined || taken.has(row.id) ? createObjectId() : row.id;
    taken.add(id);
    return { ...row, id };
  });
}
