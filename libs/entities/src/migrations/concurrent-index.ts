import type { QueryRunner } from 'typeorm';

/** An index to be built while other connections read and write its table. */
export interface ConcurrentIndex {
  /** With its schema, e.g. `publishing.posts`. */
  table: string;
  /** Without schema: PostgreSQL puts an index in the schema of its table. */
  name: string;
  /** The SQL after the name of the table, e.g. `(type, title) where status = 'published'` or `using gin (tags)`. */
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

/** PostgreSQL rejects `create index concurrently` inside a transaction. */
function assertNoTransaction(runner: QueryRunner): void {
  if (runner.isTransactionActive)
    throw new Error('Indexes are built outside a transaction: the migration needs `transaction = false as const`.');
}

/**
 * Runs a statement without a lock timeout. `create index concurrently` and `drop index concurrently` wait for older
 * transactions to end, which can take long. Writers do not wait behind these statements.
 */
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
 * Builds an index while other connections read and write the table. Does nothing if the index exists and is valid. An invalid index of a
 * failed attempt is dropped and built again. The migration must declare `transaction = false as const` and contain index statements only.
 * Its `down` must use plain `drop index`, because TypeORM reverts inside a transaction.
 * @throws Error inside a transaction
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
 * Drops an index without blocking reads and writes of its table. Does nothing if there is no index with this name. If another index
 * replaces it, build the other index first, under a different name.
 * @throws Error inside a transaction
 */
export async function dropIndexConcurrently(
  runner: QueryRunner,
  index: Pick<ConcurrentIndex, 'table' | 'name'>,
): Promise<void> {
  assertNoTransaction(runner);
  await withoutLockTimeout(runner, `drop index concurrently if exists ${qualifiedName(index)}`);
}
