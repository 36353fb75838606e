import { createCalendarDataSource, createPublishingDataSource, type SchemaName } from '@almanac/entities';
import { type SchedulerWorkerConfiguration } from '@almanac/validation';
import { type OnApplicationShutdown } from '@nestjs/common';
import type { DataSource } from 'typeorm';

/** A worker that freezes inside a transaction loses it after this long, and another takes its work. */
const idleInTransactionTimeoutMs = 10_000;
const statementTimeoutMs = 20_000;

/** The two schemas, each over a pool of its own: they may stand on different servers. */
export class Databases implements OnApplicationShutdown {
  private constructor(
    readonly publishing: DataSource,
    readonly calendar: DataSource,
    private readonly urls: Record<SchemaName, string>,
  ) {}

  /** Connects to both. */
  static async open(configuration: SchedulerWorkerConfiguration): Promise<Databases> {
    const { databaseUrl, calendarDatabaseUrl = databaseUrl, databasePoolSize } = configuration;
    const limits = { idleInTransactionTimeoutMs, statementTimeoutMs, applicationName: 'almanac-scheduler-worker' };
    const [publishing, calendar] = await Promise.all([
      createPublishingDataSource({ ...limits, url: databaseUrl, poolSize: databasePoolSize }).initialize(),
      createCalendarDataSource({ ...limits, url: calendarDatabaseUrl, poolSize: 4 }).initialize(),
    ]);
    return new Databases(publishing, calendar, { publishing: databaseUrl, calendar: calendarDatabaseUrl });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.publishing.destroy(), this.calendar.destroy()]);
  }

  of(schema: SchemaName): DataSource {
    return this[schema];
  }

  url(schema: SchemaName): string {
    return this.urls[schema];
  }
}
