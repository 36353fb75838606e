import {
  connectWhenReachable,
  createPublishingDataSource,
  DatabaseHealth,
  HEALTH_CONNECT_TIMEOUT_MS,
  HEALTH_LIMITS,
  maxTransactionsOf,
  openPool,
  poolOf,
  SERVICE_TIME_LIMITS,
} from '@almanac/entities';
import {
  Logger,
  Metrics,
  RateLimits,
  Readiness,
  reporterOfConnectRetries,
  reporterOfLostConnections,
} from '@almanac/platform';
import { AdminApiConfiguration } from '@almanac/validation';
import { Global, Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';

const RATE_LIMIT_POOL = Symbol('pool of the rate limits');
const HEALTH_POOL = Symbol('pool of the readiness checks');
const RATE_LIMIT_CONNECTIONS = 1;
const HEALTH_CONNECTIONS = 1;
/** Longer than in other services, because one statement of an export or import processes many rows. */
const STATEMENT_TIMEOUT_MS = 30_000;

function connect({ databaseUrl: url, databasePoolSize }: AdminApiConfiguration, logger: Logger): Promise<DataSource> {
  const poolSize = databasePoolSize - RATE_LIMIT_CONNECTIONS - HEALTH_CONNECTIONS;
  const source = createPublishingDataSource({
    url,
    poolSize,
    // Fewer than connections, so that reads still run while all transactions wait for locks.
    maxTransactions: maxTransactionsOf(poolSize),
    applicationName: 'almanac-admin-api',
    limits: { ...SERVICE_TIME_LIMITS, statementTimeoutMs: STATEMENT_TIMEOUT_MS },
    onError: reporterOfLostConnections(logger, 'main'),
  });
  return connectWhenReachable(() => source.initialize(), reporterOfConnectRetries(logger));
}

/**
 * Provides the connections to PostgreSQL and the rate limits. Rate limits and readiness checks have pools of their own, so that they
 * do not wait for a connection of a busy main pool.
 */
@Global()
@Module({
  providers: [
    { provide: DataSource, inject: [AdminApiConfiguration, Logger], useFactory: connect },
    {
      provide: RATE_LIMIT_POOL,
      inject: [AdminApiConfiguration, Logger],
      useFactory: ({ databaseUrl }: AdminApiConfiguration, logger: Logger) =>
        openPool({
          url: databaseUrl,
          name: 'almanac-admin-api-limits',
          max: RATE_LIMIT_CONNECTIONS,
          limits: SERVICE_TIME_LIMITS,
          onError: reporterOfLostConnections(logger, 'limits'),
        }),
    },
    {
      provide: HEALTH_POOL,
      inject: [AdminApiConfiguration, Logger],
      useFactory: ({ databaseUrl }: AdminApiConfiguration, logger: Logger) =>
        openPool({
          url: databaseUrl,
          name: 'almanac-admin-api-health',
          max: HEALTH_CONNECTIONS,
          limits: HEALTH_LIMITS,
          connectTimeoutMs: HEALTH_CONNECT_TIMEOUT_MS,
          onError: reporterOfLostConnections(logger, 'health'),
        }),
    },
    {
      provide: RateLimits,
      inject: [RATE_LIMIT_POOL, AdminApiConfiguration],
      useFactory: (pool: Pool, { rateLimits }: AdminApiConfiguration) =>
        new RateLimits({ pool, schema: 'publishing', isEnabled: rateLimits === 'on' }),
    },
  ],
  exports: [DataSource, RateLimits],
})
export class DatabaseModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(RATE_LIMIT_POOL) private readonly rateLimitPool: Pool,
    @Inject(HEALTH_POOL) private readonly healthPool: Pool,
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.metrics.observePool('main', poolOf(this.dataSource));
    this.metrics.observePool('limits', this.rateLimitPool);
    this.metrics.observePool('health', this.healthPool);
    const health = new DatabaseHealth('publishing', this.healthPool);
    this.readiness.register('database', () => health.ping());
    this.readiness.register('migrations', () => health.assertMigrated());
  }

  async onApplicationShutdown(): Promise<void> {
    await this.dataSource.destroy();
    await Promise.all([this.rateLimitPool.end(), this.healthPool.end()]);
  }
}
