import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import { connectDirectly } from './connections/direct-connection';
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

/** Any number works, as long as it never changes. */
const LOCK_ID = 715_517_001;

/** SQLSTATE of a wait that `lock_timeout` ended. */
const LOCK_NOT_AVAILABLE = '55P03';

const schemas = { publishing: createPublishingDataSource, calendar: createCalendarDataSource };

/** A statement of a migration that waits longer for a lock gives up, so that requests do not queue behind it; the migration is tried again. */
const LOCK_TIMEOUT_MS = 3_000;
const LOCK_ATTEMPTS = 10;
const LOCK_PAUSE_MS = 1_000;
/** Pause between two tries to become the one process that migrates. */
const TURN_PAUSE_MS = 200;

export interface MigrationReport {
  schema: SchemaName;
  /** Names of the migrations that ran now. */
  executed: string[];
  /** Names of executed migrations that this version does not know: a newer version ran them. */
  newer: string[];
}

/**
 * Waits for the lock by asking again and again: a session that waits inside `pg_advisory_lock` holds a snapshot, for which
 * `create index concurrently` of the process that has the lock would wait for ever.
 */
function underLock<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  return connectDirectly({ url, name: 'almanac-migrate', variable: 'The URL for migrations' }, async (client) => {
    while (!(await client.query('select pg_try_advisory_lock($1) as "isOurs"', [LOCK_ID])).rows[0]?.isOurs)
      await pause(TURN_PAUSE_MS);
    const result = await work(client);
    // Fails if the session, and with it the lock, was lost meanwhile.
    await client.query('select 1');
    return result;
  });
}

async function whileConnected<T>(source: DataSource, work: (source: DataSource) => Promise<T>): Promise<T> {
  await source.initialize();
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
}

/** Every migration is a transaction of its own, except those that declare none; one that gave up waiting for a lock starts again. */
async function execute(source: DataSource): Promise<string[]> {
  const pending = await pendingMigrations(source);
  for (let attempt = 1; ; attempt++) {
    try {
      await source.runMigrations({ transaction: 'each' });
      return pending;
    } catch (error) {
      if (!isLockTimeout(error) || attempt === LOCK_ATTEMPTS) throw error;
      await pause(LOCK_PAUSE_MS);
    }
  }
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
 * Brings both schemas (or those named) up to date and fills in the default rows.
 * Several processes may call it at once: an advisory lock lets one work while the others wait and then find nothing to do.
 * @throws QueryFailedError when a lock a migration needs stays taken
 */
export async function runMigrations(
  options: DatabaseOptions,
  names: readonly SchemaName[] = ['publishing', 'calendar'],
): Promise<MigrationReport[]> {
  return underLock(options.url, async (client) => {
    const reports: MigrationReport[] = [];
    for (const schema of names) {
      await client.query(`create schema if not exists ${schema}`);
      const limits = { statementTimeoutMs: 0, lockTimeoutMs: LOCK_TIMEOUT_MS };
      const report = await whileConnected(schemas[schema]({ ...options, poolSize: 2, limits }), async (source) => {
        const executed = await execute(source);
        if (schema === 'publishing') {
          await source.transaction((manager) => seedDefaults(manager));
          await withRunner(source, buildSearchIndexes);
        }
        return { schema, executed, newer: await newerMigrations(source) };
      });
      reports.push(report);
    }
    return reports;
  });
}

/** Runs one statement and gives its rows. */
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
 * Names of the migrations a schema still lacks; a service is not ready while there are any. Migrations this version does not
 * know are no reason: a newer version ran them, and its schema serves the code of the version before.
 */
export async function pendingMigrationsOf(schema: SchemaName, run: RunStatement): Promise<string[]> {
  const executed = new Set(await executedMigrations(schema, run));
  return migrationsOf[schema].map((migration) => migration.name).filter((name) => !executed.has(name));
}

/** Names of the migrations the schema of a connected data source still lacks. */
export async function pendingMigrations(source: DataSource): Promise<string[]> {
  return pendingMigrationsOf(schemaOf(source), (text, values) => source.query(text, values));
}

/** Names of the executed migrations this version does not know, oldest first. */
export async function newerMigrations(source: DataSource): Promise<string[]> {
  const schema = schemaOf(source);
  const known = new Set(migrationsOf[schema].map((migration) => migration.name));
  const executed = await executedMigrations(schema, (text, values) => source.query(text, values));
  return executed.filter((name) => !known.has(name));
}
