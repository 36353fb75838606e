import {
  connectWhenReachable,
  createCalendarDataSource,
  createPublishingDataSource,
  DatabaseHealth,
  HEALTH_CONNECT_TIMEOUT_MS,
  HEALTH_LIMITS,
  openPool,
  type SchemaName,
} from '@almanac/entities';
import { type Logger, reporterOfConnectRetries, reporterOfLostConnections } from '@almanac/platform';
import { type SchedulerWorkerConfiguration } from '@almanac/validation';
import { type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

/**
 * PostgreSQL ends the transaction of a frozen worker after `idleInTransactionTimeoutMs`. Then
 * another worker can claim the rows that the transaction locked. No HTTP client waits for the
 * statements of the worker, so they may wait longer for a lock than statements of the HTTP services.
 */
const LIMITS = { idleInTransactionTimeoutMs: 10_000, statementTimeoutMs: 20_000, lockTimeoutMs: 10_000 } as const;
/** Maximum connections to the schema `calendar`. */
const CALENDAR_CONNECTIONS = 2;
/** Connections to each database for the readiness check. */
const HEALTH_CONNECTIONS = 1;
/** Connections to each database for LISTEN. */
const LISTEN_CONNECTIONS = 1;

/** A database on which the worker runs LISTEN, and the schemas in it. */
export interface ListenTarget {
  /** A direct URL: LISTEN does not work through a connection pooler. */
  url: string;
  schemas: SchemaName[];
}

/** The connection pools of both schemas, which may be on different servers. */
export class Databases implements OnApplicationShutdown {
  private constructor(
    readonly publishing: DataSource,
    readonly calendar: DataSource,
    private readonly healthPools: Record<SchemaName, Pool>,
    /** The databases to LISTEN on: one, or two if the schemas have different database URLs. */
    readonly listenTargets: readonly ListenTarget[],
  ) {}

  /**
   * Connects to both schemas. Retries without limit while PostgreSQL cannot be reached.
   * @throws the driver's error when PostgreSQL rejects the connection, e.g. because of a wrong password
   */
  static async open(configuration: SchedulerWorkerConfiguration, logger: Logger): Promise<Databases> {
    const { databaseUrl, calendarDatabaseUrl = databaseUrl, databasePoolSize } = configuration;
    const shared = { limits: LIMITS, applicationName: 'almanac-scheduler-worker' };
    const onError = (pool: string) => reporterOfLostConnections(logger, pool);
    const onRetry = reporterOfConnectRetries(logger);
    const targets = listenTargets(configuration);
    const otherConnections = CALENDAR_CONNECTIONS + targets.length * (HEALTH_CONNECTIONS + LISTEN_CONNECTIONS);
    const publishing = createPublishingDataSource({
      ...shared,
      url: databaseUrl,
      poolSize: databasePoolSize - otherConnections,
      onError: onError('publishing'),
    });
    const calendar = createCalendarDataSource({
      ...shared,
      url: calendarDatabaseUrl,
      poolSize: CALENDAR_CONNECTIONS,
      onError: onError('calendar'),
    });
    await Promise.all([publishing, calendar].map((source) => connectWhenReachable(() => source.initialize(), onRetry)));
    const publishingHealth = openHealthPool(databaseUrl, onError('health'));
    const health = {
      publishing: publishingHealth,
      calendar:
        databaseUrl === calendarDatabaseUrl ? publishingHealth : openHealthPool(calendarDatabaseUrl, onError('health')),
    };
    return new Databases(publishing, calendar, health, targets);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.publishing.destroy(), this.calendar.destroy()]);
    await Promise.all([...new Set(Object.values(this.healthPools))].map((pool) => pool.end()));
  }

  of(schema: SchemaName): DataSource {
    return this[schema];
  }

  health(schema: SchemaName): DatabaseHealth {
    return new DatabaseHealth(schema, this.healthPools[schema]);
  }
}

function openHealthPool(url: string, onError: (error: Error) => void): Pool {
  return openPool({
    url,
    name: 'almanac-scheduler-worker-health',
    max: HEALTH_CONNECTIONS,
    limits: HEALTH_LIMITS,
    connectTimeoutMs: HEALTH_CONNECT_TIMEOUT_MS,
    onError,
  });
}

function listenTargets(configuration: SchedulerWorkerConfiguration): ListenTarget[] {
  const {
    databaseUrl,
    databaseDirectUrl,
    calendarDatabaseUrl = databaseUrl,
    calendarDatabaseDirectUrl,
  } = configuration;
  const url = databaseDirectUrl ?? databaseUrl;
  if (calendarDatabaseUrl === databaseUrl) return [{ url, schemas: ['publishing', 'calendar'] }];
  return [
    { url, schemas: ['publishing'] },
    { url: calendarDatabaseDirectUrl ?? calendarDatabaseUrl, schemas: ['calendar'] },
  ];
}
