import {
  connectWhenReachable,
  createCalendarDataSource,
  DatabaseHealth,
  HEALTH_CONNECT_TIMEOUT_MS,
  HEALTH_LIMITS,
  maxTransactionsOf,
  openPool,
  poolOf,
  ReadServers,
  SERVICE_TIME_LIMITS,
} from '@almanac/entities';
import {
  Logger,
  Metrics,
  observeReplica,
  RateLimits,
  Readiness,
  reporterOfConnectRetries,
  replicaReporter,
  reporterOfLostConnections,
} from '@almanac/platform';
import { CalendarGraphqlConfiguration } from '@almanac/validation';
import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { PrimaryReader, ReadConnections } from './read-connections';

const RATE_LIMIT_POOL = Symbol('pool of the rate limits');
const HEALTH_POOL = Symbol('pool of the readiness checks');
/**
 * Makes PostgreSQL plan each prepared statement once per connection. By default it would plan the statement again for each page of
 * results: the generic plan does not know how small the limit is, so its estimated cost is too high. Planning would double the time in
 * which a page of results is read.
 */
const FORCE_GENERIC_PLAN = { plan_cache_mode: 'force_generic_plan' };
/**
 * Rate limits have a connection of their own, so that their short statements do not wait for queries. One is enough: the frequent limits
 * count in memory, and store their counts about once a second.
 */
const RATE_LIMIT_CONNECTIONS = 1;
const HEALTH_CONNECTIONS = 1;

interface PoolSizes {
  /** For prepared statements with a generic plan. */
  reads: number;
  /** For reads that PostgreSQL plans again with the values of each execution. */
  customPlanReads: number;
  /** For TypeORM: sessions, writes, event lists, feeds. */
  main: number;
}

/** Divides the connections that rate limits and readiness checks do not use. At least half of them are for the two kinds of reads. */
function poolSizesOf({ databasePoolSize }: CalendarGraphqlConfiguration): PoolSizes {
  const size = databasePoolSize - RATE_LIMIT_CONNECTIONS - HEALTH_CONNECTIONS;
  const customPlanReads = Math.max(1, Math.floor(size / 4));
  const main = Math.floor((size - customPlanReads) / 2);
  return { reads: size - customPlanReads - main, customPlanReads, main };
}

function connect(configuration: CalendarGraphqlConfiguration, logger: Logger): Promise<DataSource> {
  const poolSize = poolSizesOf(configuration).main;
  const source = createCalendarDataSource({
    url: configuration.databaseUrl,
    poolSize,
    maxTransactions: maxTransactionsOf(poolSize),
    applicationName: 'almanac-calendar-graphql',
    limits: SERVICE_TIME_LIMITS,
    onError: reporterOfLostConnections(logger, 'main'),
  });
  return connectWhenReachable(() => source.initialize(), reporterOfConnectRetries(logger));
}

function openReadConnections(configuration: CalendarGraphqlConfiguration, logger: Logger): ReadConnections {
  const servers = new ReadServers({
    primaryUrl: configuration.databaseUrl,
    replicaUrl: configuration.databaseReadUrl,
    ...replicaReporter(logger),
  });
  const { reads, customPlanReads } = poolSizesOf(configuration);
  const pool = servers.pool({
    name: 'almanac-calendar-graphql-reads',
    max: reads,
    limits: SERVICE_TIME_LIMITS,
    settings: FORCE_GENERIC_PLAN,
    onError: reporterOfLostConnections(logger, 'reads'),
  });
  // A second pool, because the plan mode is a setting of the connection. To set it for one statement would take two more round trips.
  const customPlanPool = servers.pool({
    name: 'almanac-calendar-graphql-custom-plan-reads',
    max: customPlanReads,
    limits: SERVICE_TIME_LIMITS,
    onError: reporterOfLostConnections(logger, 'custom-plan-reads'),
  });
  return new ReadConnections(servers, pool, customPlanPool);
}

/** Connections to the calendar schema. The readiness check fails while PostgreSQL is unavailable or migrations are missing. */
@Global()
@Module({
  providers: [
    { provide: DataSource, useFactory: connect, inject: [CalendarGraphqlConfiguration, Logger] },
    PrimaryReader,
    { provide: ReadConnections, useFactory: openReadConnections, inject: [CalendarGraphqlConfiguration, Logger] },
    {
      provide: RATE_LIMIT_POOL,
      useFactory: ({ databaseUrl }: CalendarGraphqlConfiguration, logger: Logger) =>
        openPool({
          url: databaseUrl,
          name: 'almanac-calendar-graphql-limits',
          max: RATE_LIMIT_CONNECTIONS,
          limits: SERVICE_TIME_LIMITS,
          onError: reporterOfLostConnections(logger, 'limits'),
        }),
      inject: [CalendarGraphqlConfiguration, Logger],
    },
    {
      provide: HEALTH_POOL,
      useFactory: ({ databaseUrl }: CalendarGraphqlConfiguration, logger: Logger) =>
        openPool({
          url: databaseUrl,
          name: 'almanac-calendar-graphql-health',
          max: HEALTH_CONNECTIONS,
          limits: HEALTH_LIMITS,
          connectTimeoutMs: HEALTH_CONNECT_TIMEOUT_MS,
          onError: reporterOfLostConnections(logger, 'health'),
        }),
      inject: [CalendarGraphqlConfiguration, Logger],
    },
    {
      provide: RateLimits,
      useFactory: (configuration: CalendarGraphqlConfiguration, pool: Pool) =>
        new RateLimits({ pool, schema: 'calendar', isEnabled: configuration.rateLimits === 'on' }),
      inject: [CalendarGraphqlConfiguration, RATE_LIMIT_POOL],
    },
  ],
  exports: [DataSource, PrimaryReader, ReadConnections, RateLimits],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readConnections: ReadConnections,
    @Inject(RATE_LIMIT_POOL) private readonly rateLimitPool: Pool,
    @Inject(HEALTH_POOL) private readonly healthPool: Pool,
    readiness: Readiness,
    metrics: Metrics,
  ) {
    const checks = new DatabaseHealth('calendar', healthPool);
    readiness.register('database', () => checks.ping());
    readiness.register('migrations', () => checks.assertMigrated());
    metrics.observePool('main', poolOf(dataSource));
    metrics.observePool('reads', readConnections.pool);
    metrics.observePool('custom-plan-reads', readConnections.customPlanPool);
    metrics.observePool('limits', rateLimitPool);
    metrics.observePool('health', healthPool);
    if (readConnections.servers.hasReplica) observeReplica(metrics, readConnections.servers);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.dataSource.destroy();
    await Promise.all([this.readConnections.servers.close(), this.rateLimitPool.end(), this.healthPool.end()]);
  }
}
