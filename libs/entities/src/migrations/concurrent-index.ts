import type { QueryRunner } from 'typeorm';

/** An index on a table that may already hold rows. */
export interface ConcurrentIndex {
  /** With its schema, e.g. `publishing.posts`. */
  table: string;
  /** Without schema: PostgreSQL puts an index in the schema of its table. */
  name: string;
  /** What follows the table's name, e.g. `(type, title) where status = 'published'` or `using gin (tags)`. */
  definition: string;
  isUnique?: boolean;
}

const FIND_INDEX = `
  select pg_index.indisvalid as "isValid" from pg_index
  where pg_index.indexrelid = to_regclass($1)`;

function qualifiedName({ table, name }: Pick<ConcurrentIndex, 'table' | 'name'>): string {
  const [schema] = table.split('.');
  return `${schema}.${name}`;
}

/** `create index concurrently` waits for every older transaction, and PostgreSQL refuses it inside one. */
function assertNoTransaction(runner: QueryRunner): void {
  if (runner.isTransactionActive)
    throw new Error('Indexes are built outside a transaction: the migration needs `transaction = false as const`.');
}

/** Building waits until the transactions that are older have ended; writers do not queue behind it meanwhile. */
async function withoutLockTimeout(runner: QueryRunner, statement: string): Promise<void> {
  const [{ previous } = { previous: '0' }] = await runner.manager.query<{ previous: string }[]>(
    `select current_setting('lock_timeout') as previous`,
  );
  await runner.query('set lock_timeout = 0');
  try {
    await runner.query(statement);
  } finally {
    await runner.query(`select set_config('lock_timeout', $1, false)`, [previous]);
  }
}

/**
 * Builds an index while other connections read and write the table. It may run again after a failed attempt: an INVALID index
 * that the attempt left is dropped and built anew, a valid one is kept. The migration declares `transaction = false as const` and
 * holds nothing but index statements. Its `down` uses plain `drop index`: TypeORM reverts inside a transaction.
 */
export async function createIndexConcurrently(runner: QueryRunner, index: ConcurrentIndex): Promise<void> {
  assertNoTransaction(runner);
  const [existing] = await runner.manager.query<{ isValid: boolean }[]>(FIND_INDEX, [qualifiedName(index)]);
  if (existing?.isValid) return;
  if (existing) await dropIndexConcurrently(runner, index);
  const kind = index.isUnique ? 'unique index' : 'index';
  await withoutLockTimeout(runner, `create ${kind} concurrently ${index.name} on ${index.table} ${index.definition}`);
}

/**
 * Drops an index without blocking reads and writes of its table; does nothing when it is gone already.
 * Where another index takes its place, that one is built first, under another name.
 */
export async function dropIndexConcurrently(
  runner: QueryRunner,
  index: Pick<ConcurrentIndex, 'table' | 'name'>,
): Promise<void> {
  assertNoTransaction(runner);
  await withoutLockTimeout(runner, `drop index concurrently if exists ${qualifiedName(index)}`);
}
