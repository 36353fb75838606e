import type { MigrationInterface, QueryRunner } from 'typeorm';

const COVERED = `status, revision, first_start_at, last_end_at,
  footprint_hours, footprint_weekdays, footprint_month_days, footprint_months`;

/** The indexes alone answer which series a window has to look at: reading a row for each took most of a page's time. */
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
