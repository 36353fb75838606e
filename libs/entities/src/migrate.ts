import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import {
  createCalendarDataSource,
  createPublishingDataSource,
  type DatabaseOptions,
  type SchemaName,
} from './data-source';
import { calendarMigrations } from './migrations/calendar/migrations';
import { publishingMigrations } from './migrations/publishing/migrations';
import { seedDefaults } from './publishing/defaults/seed-defaults';

/** Any number works, as long as it never changes. */
const lockId = 715_517_001;

const schemas = { publishing: createPublishingDataSource, calendar: createCalendarDataSource };

export interface MigrationReport {
  schema: SchemaName;
  /** Names of the migrations that ran now. */
  executed: string[];
}

async function underLock<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'almanac-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockId]);
    return await work(client);
  } finally {
    await client.end();
  }
}

async function whileConnected<T>(source: DataSource, work: (source: DataSource) => Promise<T>): Promise<T> {
  await source.initialize();
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}

/**
 * Brings both schemas (or those named) up to date and fills in the default rows.
 * Several processes may call it at once: an advisory lock lets one work while the others wait and then find nothing to do.
 */
export async function runMigrations(
  options: DatabaseOptions,
  names: readonly SchemaName[] = ['publishing', 'calendar'],
): Promise<MigrationReport[]> {
  return underLock(options.url, async (client) => {
    const reports: MigrationReport[] = [];
    for (const schema of names) {
      await client.query(`create schema if not exists ${schema}`);
      const executed = await whileConnected(schemas[schema]({ ...options, poolSize: 2 }), async (source) => {
        const ran = await source.runMigrations({ transaction: 'each' });
        if (schema === 'publishing') await source.transaction((manager) => seedDefaults(manager));
        return ran.map((migration) => migration.name);
      });
      reports.push({ schema, executed });
    }
    return reports;
  });
}

/** Runs one statement and gives its rows. */
type RunStatement = (text: string, values: unknown[]) => Promise<object[]>;

const migrationsOf = { publishing: publishingMigrations, calendar: calendarMigrations };

/** Names of the migrations a schema still lacks; a service is not ready while there are any. */
export async function pendingMigrationsOf(schema: SchemaName, run: RunStatement): Promise<string[]> {
  const table = `${schema}.migrations`;
  const found = await run('select 1 from pg_class where oid = to_regclass($1)', [table]);
  const rows = found.length > 0 ? await run(`select name from ${table}`, []) : [];
  const executed = new Set(rows.map((row) => ('name' in row ? row.name : undefined)));
  return migrationsOf[schema].map((migration) => migration.name).filter((name) => !executed.has(name));
}

/** Names of the migrations the schema of a connected data source still lacks. */
export async function pendingMigrations(source: DataSource): Promise<string[]> {
  const isCalendar = source.options.type === 'postgres' && source.options.schema === 'calendar';
  return pendingMigrationsOf(isCalendar ? 'calendar' : 'publishing', (text, values) => source.query(text, values));
}
