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
import { ReadConnections } from './read-connections';

const rateLimitsPool = Symbol('pool of the rate limits');
const healthPool = Symbol('pool of the readiness checks');
/**
 * Uses the generic plan of each prepared statement. By default, PostgreSQL would make a custom plan for each page of results,
 * because it does not know how small the limit is. That doubles the time of a page.
 */
const PLAN_ONCE = { plan_cache_mode: 'force_generic_plan' };
/** Rate limits use one short statement per request, which must not wait for queries. */
const RATE_LIMITS_CONNECTIONS = 1;
const HEALTH_CONNECTIONS = 1;

/** Divides the remaining connections: more than half for reads, the rest for sessions and writes. */
function poolSizesOf({ databasePoolSize }: CalendarGraphqlConfiguration): {
  reads: number;
  planned: number;
  main: number;
} {
  const size = databasePoolSize - RATE_LIMITS_CONNECTIONS - HEALTH_CONNECTIONS;
  const planned = Math.max(1, Math.floor(size / 4));
  const main = Math.floor((size - planned) / 2);
  return { reads: size - planned - main, planned, main };
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
  const { reads, planned } = poolSizesOf(configuration);
  const pool = servers.pool({
    name: 'almanac-calendar-graphql-reads',
    max: reads,
    limits: SERVICE_TIME_LIMITS,
    settings: PLAN_ONCE,
    onError: reporterOfLostConnections(logger, 'reads'),
  });
  // The plan mode is a setting of the connection; a setting per statement would take two more round trips.
  const plannedPool = servers.pool({
    name: 'almanac-calendar-graphql-planned-reads',
    max: planned,
    limits: SERVICE_TIME_LIMITS,
    onError: reporterOfLostConnections(logger, 'planned-reads'),
  });
  return new ReadConnections(servers, pool, plannedPool);
}

/** Connections to the calendar schema. The service is not ready without them. */
@Global()
@Module({
  providers: [
    { provide: DataSource, useFactory: connect, inject: [CalendarGraphqlConfiguration, Logger] },
    { provide: ReadConnections, useFactory: openReadConnections, inject: [CalendarGraphqlConfiguration, Logger] },
    {
      provide: rateLimitsPool,
      useFactory: ({ databaseUrl }: CalendarGraphqlConfiguration, logger: Logger) =>
        openPool({
          url: databaseUrl,
          name: 'almanac-calendar-graphql-limits',
          max: RATE_LIMITS_CONNECTIONS,
          limits: SERVICE_TIME_LIMITS,
          onError: reporterOfLostConnections(logger, 'rate-limits'),
        }),
      inject: [CalendarGraphqlConfiguration, Logger],
    },
    {
      provide: healthPool,
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
      inject: [CalendarGraphqlConfiguration, rateLimitsPool],
    },
  ],
  exports: [DataSource, ReadConnections, RateLimits],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readConnections: ReadConnections,
    @Inject(rateLimitsPool) private readonly limits: Pool,
    @Inject(healthPool) private readonly health: Pool,
    readiness: Readiness,
    metrics: Metrics,
  ) {
    const checks = new DatabaseHealth('calendar', health);
    readiness.register('database', () => checks.ping());
    readiness.register('migrations', () => checks.assertMigrated());
    metrics.observePool('main', poolOf(dataSource));
    metrics.observePool('reads', readConnections.pool);
    metrics.observePool('planned-reads', readConnections.plannedPool);
    metrics.observePool('limits', limits);
    metrics.observePool('health', health);
    if (readConnections.servers.hasReplica) observeReplica(metrics, readConnections.servers);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.dataSource.destroy();
    await Promise.all([this.readConnections.servers.close(), this.limits.end(), this.health.end()]);
  }
}
