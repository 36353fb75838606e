import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The columns that both indexes of this migration include. */
const COVERED = `status, revision, first_start_at, last_end_at,
  footprint_hours, footprint_weekdays, footprint_month_days, footprint_months`;

/**
 * Includes in the indexes all columns by which a query selects the series to expand ("open series": not all of their occurrences are
 * stored), so that PostgreSQL reads only the index. Reading a row for each series took most of the time of a request. The columns
 * `footprint_…` are the time index of a series.
 */
export class CoverOpenSeries1760100005000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index calendar.events_materialized_until, calendar.events_materialized_from;
      create index events_materialized_until on calendar.events (materialized_until_at, id)
        include (materialized_from_at, ${COVERED}) where recurrence is not null;
      create index events_materialized_from on calendar.events (materialized_from_at, id)
        include (materialized_until_at, ${COVERED}) where recurrence is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index calendar.events_materialized_until, calendar.events_materialized_from;
      create index events_materialized_until on calendar.events (materialized_until_at) where recurrence is not null;
      create index events_materialized_from on calendar.events (materialized_from_at) where recurrence is not null;
    `);
  }
}
