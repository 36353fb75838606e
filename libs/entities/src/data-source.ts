import { defaults } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { calendarEntities } from './calendar/calendar-entities';
import { connectionSetup, type TimeLimits } from './connections/connection-setup';
import { KEEP_ALIVE_DELAY_MS } from './connections/pool';
import { ServiceDataSource } from './connections/service-data-source';
import { calendarMigrations } from './migrations/calendar/migrations';
import { publishingMigrations } from './migrations/publishing/migrations';
import { publishingEntities } from './publishing/publishing-entities';

// Makes the driver send Dates in UTC. By default, it sends them in the zone of the host, with an offset in whole minutes. That would be
// wrong for historic offsets, which also have seconds.
defaults.parseInputDatesAsUTC = true;

export type SchemaName = 'publishing' | 'calendar';

export interface DatabaseOptions {
  /** postgres:// URL of the database. */
  url: string;
  /** Maximum number of connections; 10 when absent. */
  poolSize?: number;
  /** Maximum number of concurrent transactions; as many as connections when absent. */
  maxTransactions?: number;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /** Milliseconds to wait for a connection; 5,000 when absent. */
  connectTimeoutMs?: number;
  /** Time limits of each connection; when absent, those of the role or the server. */
  limits?: TimeLimits;
  /** Called when an idle connection was lost; the pool replaces it. */
  onError?: (error: Error) => void;
}

const DEFAULT_POOL_SIZE = 10;

function dataSource(schema: SchemaName, options: DatabaseOptions, parts: Partial<DataSourceOptions>): DataSource {
  const { poolSize = DEFAULT_POOL_SIZE, maxTransactions = poolSize, onError } = options;
  const settings = {
    ...parts,
    type: 'postgres',
    url: options.url,
    schema,
    poolSize,
    applicationName: options.applicationName ?? `almanac-${schema}`,
    connectTimeoutMS: options.connectTimeoutMs ?? 5_000,
    synchronize: false,
    migrationsRun: false,
    migrationsTableName: 'migrations',
    // No table needs an extension, and managed databases do not allow every role to create one.
    installExtensions: false,
    // Without a handler, the loss of an idle connection would end the process.
    poolErrorHandler: (error: unknown) => onError?.(error instanceof Error ? error : new Error(String(error))),
    extra: {
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
      onConnect: connectionSetup(options.limits ?? {}),
    },
  } as DataSourceOptions;
  return new ServiceDataSource(settings, maxTransactions);
}

/** A data source of the publishing schema. The caller connects it with `initialize`. */
export function createPublishingDataSource(options: DatabaseOptions): DataSource {
  return dataSource('publishing', options, { entities: publishingEntities, migrations: publishingMigrations });
}

/** A data source of the calendar schema. The caller connects it with `initialize`. */
export function createCalendarDataSource(options: DatabaseOptions): DataSource {
  return dataSource('calendar', options, { entities: calendarEntities, migrations: calendarMigrations });
}
