import { defaults } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { calendarEntities } from './calendar/calendar-entities';
import { calendarMigrations } from './migrations/calendar/migrations';
import { publishingMigrations } from './migrations/publishing/migrations';
import { publishingEntities } from './publishing/publishing-entities';

// Else the driver writes Dates on the host's clock, with an offset cut to minutes: wrong where a zone once had seconds in it.
defaults.parseInputDatesAsUTC = true;

export type SchemaName = 'publishing' | 'calendar';

export interface DatabaseOptions {
  /** postgres:// URL of the database. */
  url: string;
  /** Most connections held at once. */
  poolSize?: number;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /** Milliseconds to wait for a connection before giving up. */
  connectTimeoutMs?: number;
  /** The server ends a transaction that stands still this long, so that a frozen process holds no row for ever. */
  idleInTransactionTimeoutMs?: number;
  /** The server ends a statement that takes longer. */
  statementTimeoutMs?: number;
  /** The server ends a statement that waits longer for one lock. */
  lockTimeoutMs?: number;
}

/** What the driver asks of each of its connections. */
function connectionSettings({
  idleInTransactionTimeoutMs,
  statementTimeoutMs,
  lockTimeoutMs,
}: DatabaseOptions): object {
  return {
    keepAlive: true,
    ...(idleInTransactionTimeoutMs && { idle_in_transaction_session_timeout: idleInTransactionTimeoutMs }),
    ...(statementTimeoutMs && { statement_timeout: statementTimeoutMs }),
    ...(lockTimeoutMs && { lock_timeout: lockTimeoutMs }),
  };
}

function dataSource(schema: SchemaName, options: DatabaseOptions, parts: Partial<DataSourceOptions>): DataSource {
  return new DataSource({
    ...parts,
    type: 'postgres',
    url: options.url,
    schema,
    poolSize: options.poolSize ?? 10,
    applicationName: options.applicationName ?? `almanac-${schema}`,
    connectTimeoutMS: options.connectTimeoutMs ?? 5_000,
    synchronize: false,
    migrationsRun: false,
    migrationsTableName: 'migrations',
    // Our tables need no extension, and creating one asks for rights a managed database does not give.
    installExtensions: false,
    // An idle client whose server went away is replaced by the pool; without a handler it would end the process.
    poolErrorHandler: () => undefined,
    extra: connectionSettings(options),
  } as DataSourceOptions);
}

/** The publishing schema: posts to webhooks. Not yet connected. */
export function createPublishingDataSource(options: DatabaseOptions): DataSource {
  return dataSource('publishing', options, { entities: publishingEntities, migrations: publishingMigrations });
}

/** The calendar schema. Not yet connected. */
export function createCalendarDataSource(options: DatabaseOptions): DataSource {
  return dataSource('calendar', options, { entities: calendarEntities, migrations: calendarMigrations });
}
