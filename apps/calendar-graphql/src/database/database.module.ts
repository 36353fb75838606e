import { createCalendarDataSource, pendingMigrations } from '@almanac/entities';
import { Metrics, RateLimits, Readiness } from '@almanac/platform';
import { CalendarGraphqlConfiguration } from '@almanac/validation';
import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { ReadDatabase } from './read-database';

const readPool = Symbol('pool of queries');
const rateLimitsPool = Symbol('pool of the rate limits');
/**
 * Left to itself, PostgreSQL plans the ranges of a page anew each time, since it cannot foresee how small a limit will be: that
 * takes twice as long as finding the page.
 */
const PLAN_ONCE = '-c plan_cache_mode=force_generic_plan';
/** Counting is one short statement; it needs few connections, and must not wait behind queries. */
const RATE_LIMITS_POOL_SIZE = 2;

async function connect(configuration: CalendarGraphqlConfiguration): Promise<DataSource> {
  const { databaseUrl: url, databasePoolSize: poolSize } = configuration;
  return createCalendarDataSource({ url, poolSize, applicationName: 'almanac-calendar-graphql' }).initialize();
}

function openPool(
  connectionString: string,
  { name, max, options }: { name: string; max: number; options?: string },
): Pool {
  const pool = new Pool({ connectionString, max, application_name: name, ...(options && { options }) });
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
    {
      provide: readPool,
      useFactory: ({ databaseUrl, databasePoolSize }: CalendarGraphqlConfiguration) =>
        openPool(databaseUrl, { name: 'almanac-calendar-graphql-reads', max: databasePoolSize, options: PLAN_ONCE }),
      inject: [CalendarGraphqlConfiguration],
    },
    {
      provide: rateLimitsPool,
      useFactory: ({ databaseUrl }: CalendarGraphqlConfiguration) =>
        openPool(databaseUrl, { name: 'almanac-calendar-graphql-limits', max: RATE_LIMITS_POOL_SIZE }),
      inject: [CalendarGraphqlConfiguration],
    },
    {
      provide: ReadDatabase,
      useFactory: (pool: Pool, dataSource: DataSource) => new ReadDatabase(pool, dataSource),
      inject: [readPool, DataSource],
    },
    {
      provide: RateLimits,
      useFactory: (configuration: CalendarGraphqlConfiguration, pool: Pool) =>
        new RateLimits({ pool, schema: 'calendar', isEnabled: configuration.rateLimits === 'on' }),
      inject: [CalendarGraphqlConfiguration, rateLimitsPool],
    },
  ],
  exports: [DataSource, ReadDatabase, RateLimits],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(readPool) private readonly reads: Pool,
    @Inject(rateLimitsPool) private readonly limits: Pool,
    readiness: Readiness,
    metrics: Metrics,
  ) {
    readiness.register('database', () => dataSource.query('select 1'));
    readiness.register('migrations', () => assertMigrated(dataSource));
    metrics.observePool('reads', reads);
    metrics.observePool('rate-limits', limits);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.dataSource.destroy();
    await Promise.all([this.reads.end(), this.limits.end()]);
  }
}
