import type { EntityManager, QueryRunner } from 'typeorm';
import { type ConcurrentIndex, createIndexConcurrently } from './migrations/concurrent-index';

/** SQLSTATEs of `create extension` if the server does not have the extension, or if the role may not create it. */
const EXTENSION_UNAVAILABLE = new Set([
  '0A000', // feature_not_supported
  '58P01', // undefined_file
  '42501', // insufficient_privilege
]);

/** SQL: the schema of the extension pg_trgm. An administrator can have created it in another schema than `publishing`. */
const FIND_EXTENSION_SCHEMA = `
  select n.nspname as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'`;

/** Creates the extension pg_trgm if the server has it and the role may create it. */
async function tryCreateExtension(runner: QueryRunner): Promise<void> {
  try {
    await runner.query('create extension if not exists pg_trgm with schema publishing');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!EXTENSION_UNAVAILABLE.has(code)) throw error;
  }
}

const searchIndexes: readonly { table: string; name: string; columns: readonly string[] }[] = [
  { table: 'publishing.posts', name: 'posts_title_search', columns: ['title'] },
  { table: 'publishing.members', name: 'members_search', columns: ['email', 'name'] },
];

/** Whether all trigram indexes exist and are valid. Without them, filters with `~` read every row. */
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
 * Builds the trigram indexes of post titles and of members' names and e-mail addresses, for filters with `~` (contains). They need the
 * extension pg_trgm. Every run of the migrations calls this function, so that the first run with the extension builds the indexes.
 * @returns whether the indexes exist; false without the extension
 */
export async function buildSearchIndexes(runner: QueryRunner): Promise<boolean> {
  await tryCreateExtension(runner);
  const [extension] = await runner.manager.query<{ schema: string }[]>(FIND_EXTENSION_SCHEMA);
  if (!extension) return false;
  for (const { table, name, columns } of searchIndexes) {
    const keys = columns.map((column) => `${column} "${extension.schema}".gin_trgm_ops`).join(', ');
    const index: ConcurrentIndex = { table, name, definition: `using gin (${keys})` };
    await createIndexConcurrently(runner, index);
  }
  return true;
}
