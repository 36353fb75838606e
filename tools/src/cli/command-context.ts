import { createCalendarDataSource, createPublishingDataSource } from '@almanac/entities';
import { type CommandLineConfiguration } from '@almanac/validation';
import { type DataSource } from 'typeorm';
import { type Output } from './output';

/** What every command is handed. */
export interface CommandContext {
  configuration: CommandLineConfiguration;
  output: Output;
}

async function connected<T>(source: DataSource, work: (source: DataSource) => Promise<T>): Promise<T> {
  await source.initialize();
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}

/** Runs `work` on a connection to the publishing schema and closes it. */
export function onPublishing<T>(
  { configuration }: CommandContext,
  work: (source: DataSource) => Promise<T>,
): Promise<T> {
  return connected(
    createPublishingDataSource({ url: configuration.databaseUrl, poolSize: 4, applicationName: 'almanac-cli' }),
    work,
  );
}

/** Runs `work` on a connection to the calendar schema and closes it. */
export function onCalendar<T>({ configuration }: CommandContext, work: (source: DataSource) => Promise<T>): Promise<T> {
  const url = configuration.calendarDatabaseUrl ?? configuration.databaseUrl;
  return connected(createCalendarDataSource({ url, poolSize: 4, applicationName: 'almanac-cli' }), work);
}
