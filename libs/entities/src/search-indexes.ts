import type { EntityManager, QueryRunner } from 'typeorm';
import { type ConcurrentIndex, createIndexConcurrently } from './migrations/concurrent-index';

/** SQLSTATEs of a server without the extension, and of a role that may not create it. */
const UNAVAILABLE = new Set(['0A000', '58P01', '42501']);

/** The schema that contains the operators of pg_trgm. */
const FIND_EXTENSION = `
  select n.nspname as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'`;

async function createExtension(runner: QueryRunner): Promise<void> {
  try {
    await runner.query('create extension if not exists pg_trgm with schema publishing');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!UNAVAILABLE.has(code)) throw error;
  }
}

const searchIndexes: readonly { table: string; name: string; columns: readonly string[] }[] = [
  { table: 'publishing.posts', name: 'posts_title_search', columns: ['title'] },
  { table: 'publishing.members', name: 'members_search', columns: ['email', 'name'] },
];

/** Whether all trigram indexes exist and are valid, so that text filters use them. */
export async function hasSearchIndexes(manager: EntityManager): Promise<boolean> {
  const names = searchIndexes.map(({ name }) => name);
  const valid = await manager.query<object[]>(
    `select 1 from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'publishing'::regnamespace and c.relname = any($1) and i.indisvalid`,
    [names],
  );
  return valid.length === names.length;
}

/**
 * Builds the trigram indexes of titles, names and e-mail addresses. They need the extension pg_trgm; without it, text filters
 * read every row. Every run tries again, so that an extension that is installed later is used.
 * @returns whether the indexes exist
 */
export async function buildSearchIndexes(runner: QueryRunner): Promise<boolean> {
  await createExtension(runner);
  const [extension] = await runner.manager.query<{ schema: string }[]>(FIND_EXTENSION);
  if (!extension) return false;
  for (const { table, name, columns } of searchIndexes) {
    const keys = columns.map((column) => `${column} "${extension.schema}".gin_trgm_ops`).join(', ');
    const index: ConcurrentIndex = { table, name, definition: `using gin (${keys})` };
    await createIndexConcurrently(runner, index);
  }
  return true;
}
