import type { MigrationInterface, QueryRunner } from 'typeorm';

const EVENTS = `
  create table calendar.events (
    id text primary key,
    owner_id text not null references calendar.users on delete cascade,
    status text not null check (status in ('confirmed', 'tentative', 'cancelled')),
    time_zone text not null,
    start_wall text not null check (start_wall ~ '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d$'),
    start_at timestamptz not null,
    end_at timestamptz not null check (end_at >= start_at),
    recurrence text,
    information jsonb not null,
    location_address text,
    location_name text,
    tags text[] not null,
    tag_keys text[] not null,
    first_start_at timestamptz,
    first_end_at timestamptz,
    last_end_at timestamptz not null,
    materialized_from_at timestamptz not null,
    materialized_until_at timestamptz not null,
    zone_data_release text not null,
    revision bigint not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null
  );
  create index events_start on calendar.events (start_at, id);
  create index events_owner on calendar.events (owner_id, start_at, id);
  create index events_tags on calendar.events using gin (tag_keys);
  -- These indexes find the series that a query must expand, because its period is not completely within their materialized period.
  create index events_materialized_until on calendar.events (materialized_until_at) where recurrence is not null;
  create index events_materialized_from on calendar.events (materialized_from_at) where recurrence is not null;
`;

const OCCURRENCES = `
  create table calendar.occurrences (
    event_id text not null references calendar.events on delete cascade,
    start_at timestamptz not null,
    end_at timestamptz not null,
    is_cancelled boolean not null,
    -- Occurrences that run at the start of a period began before it. The class limits how far back a query must search for them.
    duration_class smallint not null generated always as (
      case
        when end_at - start_at <= interval '4 hours' then 0
        when end_at - start_at <= interval '36 hours' then 1
        when end_at - start_at <= interval '240 hours' then 2
        else 3
      end
    ) stored,
    primary key (event_id, start_at)
  );
  create index occurrences_window on calendar.occurrences (start_at, end_at, event_id) where not is_cancelled;
  create index occurrences_long on calendar.occurrences (duration_class, start_at, end_at, event_id)
    where not is_cancelled and duration_class > 0;
`;

/**
 * Events, and their stored occurrences. `wall` in a column name means a local time. `materialized_from_at` and `materialized_until_at` are
 * the bounds of the period for which the occurrences of a series are stored.
 */
export class CreateEvents1760100001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(EVENTS);
    await runner.query(OCCURRENCES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table calendar.occurrences, calendar.events;');
  }
}
