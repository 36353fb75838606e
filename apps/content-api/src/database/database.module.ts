import {
  DatabaseHealth,
  HEALTH_CONNECT_TIMEOUT_MS,
  HEALTH_LIMITS,
  openPool,
  ReadServers,
  SERVICE_TIME_LIMITS,
} from '@almanac/entities';
import {
  Logger,
  Metrics,
  observeReplica,
  RateLimits,
  Readiness,
  replicaReporter,
  reporterOfLostConnections,
} from '@almanac/platform';
import { ContentApiConfiguration } from '@almanac/validation';
import { Global, Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Pool } from 'pg';
import { ContentDatabase } from './content-database';

/** For the counters of rate limits, on the primary. */
const RATE_LIMIT_CONNECTIONS = 1;
/** For the site revision and readiness checks. */
const WATCH_CONNECTIONS = 1;
/** For the notifications of new site revisions (LISTEN), on the primary. `SiteRevision` opens this connection. */
const LISTEN_CONNECTIONS = 1;
const OTHER_CONNECTIONS = RATE_LIMIT_CONNECTIONS + WATCH_CONNECTIONS + LISTEN_CONNECTIONS;

function openContentDatabase(
  { databaseReadUrl, databaseUrl, databasePoolSize }: ContentApiConfiguration,
  logger: Logger,
): ContentDatabase {
  const servers = new ReadServers({
    primaryUrl: databaseUrl,
    replicaUrl: databaseReadUrl,
    ...replicaReporter(logger),
  });
  const pool = servers.pool({
    name: 'almanac-content-api',
    max: databasePoolSize - OTHER_CONNECTIONS,
    limits: SERVICE_TIME_LIMITS,
    onError: reporterOfLostConnections(logger, 'read'),
  });
  const watch = servers.pool({
    name: 'almanac-content-api-watch',
    max: WATCH_CONNECTIONS,
    limits: HEALTH_LIMITS,
    connectTimeoutMs: HEALTH_CONNECT_TIMEOUT_MS,
    onError: reporterOfLostConnections(logger, 'watch'),
  });
  return new ContentDatabase(servers, pool, watch);
}

/** PostgreSQL: the pools of `ContentDatabase`, which may use a read replica, and a pool on the primary for rate limits. */
@Global()
@Module({
  providers: [
    { provide: ContentDatabase, inject: [ContentApiConfiguration, Logger], useFactory: openContentDatabase },
    {
      provide: Pool,
      inject: [ContentApiConfiguration, Logger],
      useFactory: ({ databaseUrl }: ContentApiConfiguration, logger: Logger) =>
        openPool({
          url: databaseUrl,
          name: 'almanac-content-api-limits',
          max: RATE_LIMIT_CONNECTIONS,
          limits: SERVICE_TIME_LIMITS,
          onError: reporterOfLostConnections(logger, 'limits'),
        }),
    },
    {
      provide: RateLimits,
      inject: [Pool, ContentApiConfiguration],
      useFactory: (pool: Pool, { rateLimits }: ContentApiConfiguration) =>
        new RateLimits({ pool, schema: 'publishing', isEnabled: rateLimits === 'on' }),
    },
  ],
  exports: [ContentDatabase, RateLimits],
})
export class DatabaseModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly database: ContentDatabase,
    @Inject(Pool) private readonly rateLimitPool: Pool,
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    const { servers, pool, watch } = this.database;
    const pools = { read: pool, watch, limits: this.rateLimitPool };
    for (const [name, observed] of Object.entries(pools)) this.metrics.observePool(name, observed);
    if (servers.hasReplica) observeReplica(this.metrics, servers);
    const health = new DatabaseHealth('publishing', watch);
    this.readiness.register('database', () => health.ping());
    this.readiness.register('migrations', () => health.assertMigrated());
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.database.close(), this.rateLimitPool.end()]);
  }
}
