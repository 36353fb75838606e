import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import { connectDirectly, DIRECT_URL_HELP } from './connections/direct-connection';
import {
  createCalendarDataSource,
  createPublishingDataSource,
  type DatabaseOptions,
  type SchemaName,
} from './data-source';
import { calendarMigrations } from './migrations/calendar/migrations';
import { publishingMigrations } from './migrations/publishing/migrations';
import { seedDefaults } from './publishing/defaults/seed-defaults';
import { buildSearchIndexes } from './search-indexes';

/** The advisory lock of migrations: an arbitrary number, the same in all versions. */
const LOCK_ID = 715_517_001;

/**
 * SQLSTATEs of statements that got no lock: `lock_timeout` cancelled them, or PostgreSQL cancelled them to end a deadlock, e.g. with a
 * write of a service.
 */
const LOCK_FAILURES: readonly unknown[] = ['55P03', '40P01'];

const dataSourceFactories = { publishing: createPublishingDataSource, calendar: createCalendarDataSource };

/**
 * The lock timeout of migrations and default rows: short, because requests wait behind a statement that waits for a lock. After a timeout,
 * the migrations or the default rows are run again, at most `LOCK_ATTEMPTS` times in all.
 */
const LOCK_TIMEOUT_MS = 3_000;
const LOCK_ATTEMPTS = 10;
const LOCK_PAUSE_MS = 1_000;
/** The pause between two attempts to take the advisory lock of migrations. */
const POLL_PAUSE_MS = 200;

export interface MigrationReport {
  schema: SchemaName;
  /** Names of the migrations that this run executed. */
  executed: string[];
  /** Names of executed migrations that this version does not contain: a newer version ran them. */
  newer: string[];
}

/**
 * Runs `work` while this process holds the advisory lock of migrations. The function polls for the lock: a session that waits in
 * `pg_advisory_lock` has a snapshot, and `create index concurrently` of the process with the lock would wait for that snapshot forever.
 */
function withMigrationLock<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const target = { url, name: 'almanac-migrate', variable: 'The URL for migrations', help: DIRECT_URL_HELP };
  return connectDirectly(target, async (client) => {
    while (!(await client.query('select pg_try_advisory_lock($1) as "isLocked"', [LOCK_ID])).rows[0]?.isLocked)
      await pause(POLL_PAUSE_MS);
    const result = await work(client);
    // Fails if the session, and with it the lock, was lost while `work` ran.
    await client.query('select 1');
    return result;
  });
}

/** Runs `work` with a connected data source, and disconnects it. */
async function whileConnected<T>(source: DataSource, work: (source: DataSource) => Promise<T>): Promise<T> {
  await source.initialize();
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}

function isLockFailure(error: unknown): boolean {
  return error instanceof Error && 'code' in error && LOCK_FAILURES.includes(error.code);
}

/** Runs `work` again after a lock timeout or a deadlock, at most {@link LOCK_ATTEMPTS} times in all. */
async function retryAfterLockFailure(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isLockFailure(error) || attempt === LOCK_ATTEMPTS) throw error;
      await pause(LOCK_PAUSE_MS);
    }
  }
}

/**
 * Runs each pending migration in its own transaction, or without one if it declares `transaction = false`. After a lock timeout or a
 * deadlock, the migrations that are still pending are run again.
 * @returns the names of the migrations that were run
 */
async function runPendingMigrations(source: DataSource): Promise<string[]> {
  const pending = await pendingMigrationsOfSource(source);
  await retryAfterLockFailure(() => source.runMigrations({ transaction: 'each' }));
  return pending;
}

async function withRunner<T>(source: DataSource, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
  const runner = source.createQueryRunner();
  try {
    return await work(runner);
  } finally {
    await runner.release();
  }
}

/**
 * Migrates both schemas, or the named ones. In the publishing schema, it also inserts the default rows and builds the indexes for text
 * filters. Several processes may call it at the same time: an advisory lock lets one of them migrate while the others wait.
 * @throws IncorrectUsageError when the connection goes through a pooler
 * @throws QueryFailedError when a migration fails, or a migration or the default rows do not get a lock in {@link LOCK_ATTEMPTS}
 *   attempts
 */
export async function runMigrations(
  options: DatabaseOptions,
  names: readonly SchemaName[] = ['publishing', 'calendar'],
): Promise<MigrationReport[]> {
  return withMigrationLock(options.url, async (client) => {
    const reports: MigrationReport[] = [];
    for (const schema of names) {
      await client.query(`create schema if not exists ${schema}`);
      // 0 means no limit.
      const limits = { statementTimeoutMs: 0, lockTimeoutMs: LOCK_TIMEOUT_MS };
      const report = await whileConnected(
        dataSourceFactories[schema]({ ...options, poolSize: 2, limits }),
        async (source) => {
          const executed = await runPendingMigrations(source);
          if (schema === 'publishing') {
            await retryAfterLockFailure(() => source.transaction((manager) => seedDefaults(manager)));
            await withRunner(source, buildSearchIndexes);
          }
          return { schema, executed, newer: await newerMigrations(source) };
        },
      );
      reports.push(report);
    }
    return reports;
  });
}

/** Runs one statement and returns its rows. */
type RunStatement = (text: string, values: unknown[]) => Promise<object[]>;

const migrationsOf = { publishing: publishingMigrations, calendar: calendarMigrations };

async function executedMigrations(schema: SchemaName, run: RunStatement): Promise<string[]> {
  const table = `${schema}.migrations`;
  const found = await run('select 1 from pg_class where oid = to_regclass($1)', [table]);
  const rows = found.length > 0 ? await run(`select name from ${table} order by timestamp`, []) : [];
  return rows.map((row) => ('name' in row ? String(row.name) : ''));
}

function schemaOf({ options }: DataSource): SchemaName {
  return options.type === 'postgres' && options.schema === 'calendar' ? 'calendar' : 'publishing';
}

/**
 * Names of the migrations of this version that a schema lacks; a service is not ready while there are any. Migrations of a newer version
 * are no problem: the schema of a version also works for the version before it.
 */
export async function pendingMigrationsOfSchema(schema: SchemaName, run: RunStatement): Promise<string[]> {
  const executed = new Set(await executedMigrations(schema, run));
  return migrationsOf[schema].map((migration) => migration.name).filter((name) => !executed.has(name));
}

/** Names of the migrations that the schema of a connected data source lacks. */
export async function pendingMigrationsOfSource(source: DataSource): Promise<string[]> {
  return pendingMigrationsOfSchema(schemaOf(source), (text, values) => source.query(text, values));
}

/** Names of executed migrations that this version does not contain, because a newer version ran them; oldest first. */
export async function newerMigrations(source: DataSource): Promise<string[]> {
  const schema = schemaOf(source);
  const known = new Set(migrationsOf[schema].map((migration) => migration.name));
  const executed = await executedMigrations(schema, (text, values) => source.query(text, values));
  return executed.filter((name) => !known.has(name));
}
