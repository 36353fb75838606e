import { pendingMigrationsOf } from '@almanac/entities';
import { Logger, Metrics, RateLimits, Readiness } from '@almanac/platform';
import { ContentApiConfiguration } from '@almanac/validation';
import { Global, Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Pool } from 'pg';
import { ReadDatabase } from './read-database';

const limiterConnections = 2;
/** A statement for a reader that takes longer is not worth waiting for. */
const statementTimeoutMs = 15_000;
const connectTimeoutMs = 5_000;

function createPool(url: string, applicationName: string, max: number): Pool {
  return new Pool({
    connectionString: url,
    application_name: applicationName,
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    keepAlive: true,
  });
}

/** PostgreSQL: a pool to read from, which may be of a replica, and a small one of the primary for the counters of rate limits. */
@Global()
@Module({
  providers: [
    {
      provide: ReadDatabase,
      inject: [ContentApiConfiguration],
      useFactory: ({ databaseReadUrl, databaseUrl, databasePoolSize }: ContentApiConfiguration) => {
        const url = databaseReadUrl ?? databaseUrl;
        const pool = createPool(url, 'almanac-content-api', databasePoolSize);
        return new ReadDatabase(pool, createPool(url, 'almanac-content-api-watch', 1));
      },
    },
    {
      provide: Pool,
      inject: [ContentApiConfiguration],
      useFactory: ({ databaseUrl }: ContentApiConfiguration) =>
        createPool(databaseUrl, 'almanac-content-api-limits', limiterConnections),
    },
    {
      provide: RateLimits,
      inject: [Pool, ContentApiConfiguration],
      useFactory: (pool: Pool, { rateLimits }: ContentApiConfiguration) =>
        new RateLimits({ pool, schema: 'publishing', isEnabled: rateLimits === 'on' }),
    },
  ],
  exports: [ReadDatabase, RateLimits],
})
export class DatabaseModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly readDatabase: ReadDatabase,
    @Inject(Pool) private readonly limiterPool: Pool,
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    const pools = { read: this.readDatabase.pool, watch: this.readDatabase.watch, limits: this.limiterPool };
    for (const [name, pool] of Object.entries(pools)) {
      this.metrics.observePool(name, pool);
      // The pool replaces an idle connection whose server went away; without a listener it would end the process.
      pool.on('error', (error) =>
        this.logger.warn(`Lost an idle database connection: ${error.message}`, { pool: name }),
      );
    }
    this.readiness.register('database', () => this.readDatabase.pool.query('select 1'));
    this.readiness.register('migrations', () => this.assertMigrated());
  }

  private async assertMigrated(): Promise<void> {
    const missing = await pendingMigrationsOf('publishing', this.readDatabase.run);
    if (missing.length > 0) throw new Error(`Migrations are missing: ${missing.join(', ')}`);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.readDatabase.close(), this.limiterPool.end()]);
  }
}
