import { createCalendarDataSource, pendingMigrations } from '@almanac/entities';
import { Metrics, RateLimits, Readiness } from '@almanac/platform';
import { CalendarGraphqlConfiguration } from '@almanac/validation';
import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import { DataSource } from 'typeorm';

const rateLimitsPool = Symbol('pool of the rate limits');
/** Counting is one short statement; it needs few connections, and must not wait behind queries. */
const RATE_LIMITS_POOL_SIZE = 2;

async function connect(configuration: CalendarGraphqlConfiguration): Promise<DataSource> {
  const { databaseUrl: url, databasePoolSize: poolSize } = configuration;
  return createCalendarDataSource({ url, poolSize, applicationName: 'almanac-calendar-graphql' }).initialize();
}

function openRateLimitsPool({ databaseUrl }: CalendarGraphqlConfiguration): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: RATE_LIMITS_POOL_SIZE,
    application_name: 'almanac-calendar-graphql-limits',
  });
  // The pool replaces a connection whose server went away; unheard, its error would end the process.
  pool.on('error', () => undefined);
  return pool;
}

async function assertMigrated(dataSource: DataSource): Promise<void> {
  const pending = await pendingMigrations(dataSource);
  if (pending.length > 0) throw new Error(`missing: ${pending.join(', ')}`);
}

/** The calendar schema and the rate limits in it; the service is not ready without them. */
@Global()
@Module({
  providers: [
    { provide: DataSource, useFactory: connect, inject: [CalendarGraphqlConfiguration] },
    { provide: rateLimitsPool, useFactory: openRateLimitsPool, inject: [CalendarGraphqlConfiguration] },
    {
      provide: RateLimits,
      useFactory: (configuration: CalendarGraphqlConfiguration, pool: Pool) =>
        new RateLimits({ pool, schema: 'calendar', isEnabled: configuration.rateLimits === 'on' }),
      inject: [CalendarGraphqlConfiguration, rateLimitsPool],
    },
  ],
  exports: [DataSource, RateLimits],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(rateLimitsPool) private readonly pool: Pool,
    readiness: Readiness,
    metrics: Metrics,
  ) {
    readiness.register('database', () => dataSource.query('select 1'));
    readiness.register('migrations', () => assertMigrated(dataSource));
    metrics.observePool('rate-limits', pool);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.dataSource.destroy();
    await this.pool.end();
  }
}
