import { createCalendarDataSource, createPublishingDataSource } from '@almanac/entities';
import { type CommandLineConfiguration } from '@almanac/validation';
import { type DataSource } from 'typeorm';
import { type LocalDescription } from '../local-description';
import { type Output } from './output';
import { type OnProgress } from './progress';

/** What a command gets from the command line: its settings, and functions for its output and progress. */
export interface CommandContext {
  configuration: CommandLineConfiguration;
  /** The local run of `npm start`; absent when there is none, or DATABASE_URL is set. */
  local?: LocalDescription;
  output: Output;
  /** Shows the progress of a long command. */
  progress: OnProgress;
  /** The delays between attempts to read another site, in milliseconds; tests shorten them. */
  retryDelaysMs?: readonly number[];
}

async function runConnected<T>(source: DataSource, work: (source: DataSource) => Promise<T>): Promise<T> {
  await source.initialize();
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}

/** Runs `work` with connections to the publishing schema, and closes them. */
export function withPublishingSchema<T>(
  { configuration }: CommandContext,
  work: (source: DataSource) => Promise<T>,
): Promise<T> {
  return runConnected(
    createPublishingDataSource({ url: configuration.databaseUrl, poolSize: 4, applicationName: 'almanac-cli' }),
    work,
  );
}

/** Runs `work` with connections to the calendar schema, and closes them. */
export function withCalendarSchema<T>(
  { configuration }: CommandContext,
  work: (source: DataSource) => Promise<T>,
): Promise<T> {
  const url = configuration.calendarDatabaseUrl ?? configuration.databaseUrl;
  return runConnected(createCalendarDataSource({ url, poolSize: 4, applicationName: 'almanac-cli' }), work);
}
