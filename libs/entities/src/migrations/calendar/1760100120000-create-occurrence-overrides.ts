import type { MigrationInterface, QueryRunner } from 'typeorm';

const OVERRIDES = `
  create table calendar.occurrence_overrides (
    event_id text not null references calendar.events on delete cascade,
    recurrence_at timestamptz not null,
    recurrence_wall text not null,
    start_at timestamptz not null,
    end_at timestamptz not null check (end_at >= start_at),
    start_wall text,
    status text check (status in ('confirmed', 'tentative', 'cancelled')),
    information jsonb,
    location jsonb,
    is_event_cancelled boolean not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    is_cancelled boolean not null generated always as (coalesce(status = 'cancelled', false)) stored,
    duration_class smallint not null generated always as (
      case
        when end_at - start_at <= interval '4 hours' then 0
        when end_at - start_at <= interval '36 hours' then 1
        when end_at - start_at <= interval '240 hours' then 2
        else 3
      end
    ) stored,
    primary key (event_id, recurrence_at)
  );
  create index occurrence_overrides_window
    on calendar.occurrence_overrides (start_at, end_at, event_id, recurrence_at) include (is_event_cancelled)
    where not is_cancelled;
  create index occurrence_overrides_long
    on calendar.occurrence_overrides (duration_class, start_at, end_at, event_id, recurrence_at) include (is_event_cancelled)
    where not is_cancelled and duration_class > 0;
`;

/**
 * Occurrences that differ from their series, and `overridden_at` of an event: the recurrence starts of all its overrides. `wall` in a
 * column name means a local time. `duration_class` has the same values as in `calendar.occurrences`.
 */
export class CreateOccurrenceOverrides1760100120000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(OVERRIDES);
    await runner.query(`alter table calendar.events add column overridden_at timestamptz[] not null default '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table calendar.events drop column overridden_at');
    await runner.query('drop table calendar.occurrence_overrides');
  }
}
