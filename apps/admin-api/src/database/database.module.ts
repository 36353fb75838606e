import { createPublishingDataSource, pendingMigrations } from '@almanac/entities';
import { RateLimits, Readiness } from '@almanac/platform';
import { AdminApiConfiguration } from '@almanac/validation';
import { Global, Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Pool } from 'pg';
import { DataSource } from 'typeorm';

const LIMITER_CONNECTIONS = 2;

/** PostgreSQL, for every module: the publishing schema, and the counters of rate limits. */
@Global()
@Module({
  providers: [
    {
      provide: DataSource,
      inject: [AdminApiConfiguration],
      useFactory: ({ databaseUrl, databasePoolSize }: AdminApiConfiguration) =>
        createPublishingDataSource({
          url: databaseUrl,
          poolSize: databasePoolSize,
          applicationName: 'almanac-admin-api',
        }).initialize(),
    },
    {
      provide: Pool,
      inject: [AdminApiConfiguration],
      useFactory: ({ databaseUrl }: AdminApiConfiguration) =>
        new Pool({ connectionString: databaseUrl, max: LIMITER_CONNECTIONS }),
    },
    {
      provide: RateLimits,
      inject: [Pool, AdminApiConfiguration],
      useFactory: (pool: Pool, { rateLimits }: AdminApiConfiguration) =>
        new RateLimits({ pool, schema: 'publishing', isEnabled: rateLimits === 'on' }),
    },
  ],
  exports: [DataSource, RateLimits],
})
export class DatabaseModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(Pool) private readonly pool: Pool,
    private readonly readiness: Readiness,
  ) {}

  onModuleInit(): void {
    this.readiness.register('database', () => this.dataSource.query('select 1'));
    this.readiness.register('migrations', () => this.assertMigrated());
  }

  private async assertMigrated(): Promise<void> {
    const missing = await pendingMigrations(this.dataSource);
    if (missing.length > 0) throw new Error(`Migrations are missing: ${missing.join(', ')}`);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.dataSource.destroy();
    await this.pool.end();
  }
}
