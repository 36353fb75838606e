import { createCalendarDataSource, createPublishingDataSource, runMigrations } from '@almanac/entities';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';

const TEMPLATE = 'almanac_template';
/** Key of an advisory lock: an arbitrary number, the same in every jest worker. */
const TEMPLATE_LOCK = 715_517_002;

/** A migrated database that belongs to one suite. */
export interface TestDatabase {
  /** postgres:// URL, for services under test. */
  url: string;
  /** A connected data source of the publishing schema; closed by `drop`. */
  publishing(): Promise<DataSource>;
  /** A connected data source of the calendar schema; closed by `drop`. */
  calendar(): Promise<DataSource>;
  /** Closes the data sources, terminates all other connections and drops the database. */
  drop(): Promise<void>;
}

function serverUrl(database: string): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL is not set: start tests through jest, which starts a PostgreSQL.');
  return Object.assign(new URL(url), { pathname: `/${database}` }).href;
}

async function onServer<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: serverUrl('postgres') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Creates the migrated template database once per test run: copying it is much faster than migrating each database. A lock prevents that
 * two jest workers create it at the same time. The lock ends when `client` disconnects.
 */
async function ensureTemplate(client: Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  const { rows } = await client.query('select datistemplate from pg_database where datname = $1', [TEMPLATE]);
  if (!rows[0]?.datistemplate) {
    await client.query(`drop database if exists ${TEMPLATE}`);
    await client.query(`create database ${TEMPLATE}`);
    await runMigrations({ url: serverUrl(TEMPLATE) });
    // The database is marked as a template only now, so that the next run creates it again after an interrupted run.
    await client.query(`alter database ${TEMPLATE} is_template true`);
  }
}

/** Creates a migrated database for one suite: call it in `beforeAll` and `drop` in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(async (client) => {
    await ensureTemplate(client);
    await client.query(`create database ${name} template ${TEMPLATE}`);
  });
  const url = serverUrl(name);
  const opened: DataSource[] = [];
  const open = async (source: DataSource): Promise<DataSource> => {
    opened.push(source);
    return source.initialize();
  };
  return {
    url,
    publishing: () => open(createPublishingDataSource({ url })),
    calendar: () => open(createCalendarDataSource({ url })),
    drop: async () => {
      await Promise.all(opened.map((source) => source.destroy()));
      await onServer((client) => client.query(`drop database ${name} with (force)`));
    },
  };
}
