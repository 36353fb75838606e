import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the time index (formerly: footprint): the hours, weekdays, days of the month and months in which a series can have
 * occurrences. A query for a period outside the horizon then expands few of the endless series. A null column excludes no period. The
 * daily extension of the horizon sets the columns of the existing series that it extends. The index `events_series` contains all columns
 * by which queries select the series to expand, so that PostgreSQL reads no rows.
 */
export class AddFootprints1760100004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table calendar.events
        add column footprint_hours integer,
        add column footprint_weekdays smallint,
        add column footprint_month_days integer,
        add column footprint_months smallint;
      create index events_series on calendar.events (id) include (revision, first_start_at, last_end_at,
          materialized_from_at, materialized_until_at,
          footprint_hours, footprint_weekdays, footprint_month_days, footprint_months)
        where recurrence is not null and status <> 'cancelled';
      create index events_series_start on calendar.events (first_start_at, first_end_at, id)
        where recurrence is not null and status <> 'cancelled';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index calendar.events_series, calendar.events_series_start;
      alter table calendar.events
        drop column footprint_hours,
        drop column footprint_weekdays,
        drop column footprint_month_days,
        drop column footprint_months;
    `);
  }
}
