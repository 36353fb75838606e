import { createSeries, timeIndexOf, parseRecurrence, requireZone, ZONE_DATA_VERSION } from '@almanac/recurrence';
import { type DataSource } from 'typeorm';
import { DESCRIPTION, SEARCH_DOCUMENT, TITLE } from './calendar-texts';

/** The number of events. */
export const EVENTS = 1_000_000;
const OWNERS = 1_000;

/** SQL: the id of the owner of event `n`. */
const OWNER = `'aa' || lpad(to_hex(n % ${OWNERS}), 22, '0')`;
/** SQL: the zone of event `n`. The zones have no daylight saving time, so arithmetic in UTC gives the same occurrences as the service. */
const ZONES = `(array['UTC', 'Asia/Tokyo', 'Asia/Kolkata', 'Africa/Lagos'])[1 + n % 4]`;

/**
 * SQL: the rule of event `n`. Of each 100 events 70 are single and 30 recurring: 18 weekly, 6 monthly, 3 daily for 20 days, 3 yearly.
 * {@link makeDense} changes some of the yearly events to hourly series.
 */
const KINDS = `case when n % 100 < 70 then null when n % 100 < 88 then 'FREQ=WEEKLY' when n % 100 < 94 then 'FREQ=MONTHLY'
  when n % 100 < 97 then 'FREQ=DAILY;COUNT=20' else 'FREQ=YEARLY' end`;
/** The rules, and the intervals between their occurrences. */
const STEPS = [
  { rule: 'FREQ=WEEKLY', step: '7 days' },
  { rule: 'FREQ=MONTHLY', step: '1 month' },
  { rule: 'FREQ=DAILY;COUNT=20', step: '1 day' },
  { rule: 'FREQ=YEARLY', step: '1 year' },
];
/** One of this many events is an hourly series. */
const EVENTS_PER_HOURLY_SERIES = 3_000;

/** SQL: the start and the end of the horizon, for which the occurrences of series are stored as rows. */
const HORIZON_FROM = `(date_trunc('day', now(), 'UTC') - interval '1 year')`;
const HORIZON_UNTIL = `(date_trunc('day', now(), 'UTC') + interval '2 years')`;

async function insertEvents(source: DataSource): Promise<void> {
  await source.query(`insert into calendar.users (id, email, email_key, username, username_key, name, confirmed_at, created_at)
    select 'aa' || lpad(to_hex(n), 22, '0'), 'owner' || n || '@example.com', 'owner' || n || '@example.com', 'owner' || n, 'owner' || n, 'Owner ' || n, now(), now()
    from generate_series(0, ${OWNERS - 1}) n`);
  // Starts are spread over eleven years by multipliers that have no common divisor with 132 months and 27 days. Each month has the days up
  // to the 27th. The time is 02:00 to 13:45 in UTC, which is the same date in all zones.
  await source.query(`insert into calendar.events (id, owner_id, status, time_zone, start_wall, start_at, end_at, recurrence, information, tags, tag_keys,
      first_start_at, first_end_at, last_end_at, materialized_from_at, materialized_until_at, zone_data_release, created_at, updated_at,
      search_document)
    select 'cc' || lpad(to_hex(n), 22, '0'), ${OWNER}, 'confirmed', zone, to_char(start_at at time zone zone, 'YYYY-MM-DD"T"HH24:MI:SS'),
      start_at, start_at + length, rule,
      jsonb_build_array(jsonb_build_object('language', 'en', 'title', title, 'description', description)),
      array['tag ' || n % 50], array['tag ' || n % 50], start_at, start_at + length, last_end_at,
      case when rule is null or start_at + length >= ${HORIZON_FROM} then '1800-01-01Z'::timestamptz else ${HORIZON_FROM} end,
      case when rule is null or last_end_at < ${HORIZON_UNTIL} then '2300-01-01Z'::timestamptz else ${HORIZON_UNTIL} end,
      '${ZONE_DATA_VERSION}', now(), now(), ${SEARCH_DOCUMENT}
    from (select n, zone, rule, start_at, length, ${TITLE} as title, ${DESCRIPTION} as description, case when rule is null then start_at + length
          when rule like '%COUNT%' then start_at + interval '19 days' + length else '2300-01-01Z'::timestamptz end as last_end_at
      from (select n, ${ZONES} as zone, ${KINDS} as rule,
          (date_trunc('month', now(), 'UTC') + interval '23 months' - (n::bigint * 7919 % 132) * interval '1 month')
            + (n::bigint * 104729 % 27) * interval '1 day' + interval '2 hours' + (n::bigint * 31 % 48) * interval '15 minutes' as start_at,
          (1 + n % 4) * interval '30 minutes' as length
        from generate_series(1, ${EVENTS}) n) as made) as timed`);
}

/** Runs `work` without the indexes of a table except its primary key. Creating them last is faster for millions of rows. */
async function withoutIndexes(source: DataSource, table: string, work: () => Promise<void>): Promise<void> {
  const indexes = await source.query<{ name: string; definition: string }[]>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = 'calendar' and tablename = $1 and indexname not like '%pkey'`,
    [table],
  );
  for (const { name } of indexes) await source.query(`drop index calendar.${name}`);
  await work();
  for (const { definition } of indexes) await source.query(definition);
}

/** Stores the occurrences that the service would store. It drops the primary key and the foreign key during the insertion. */
async function insertOccurrences(source: DataSource): Promise<void> {
  await source.query(
    `alter table calendar.occurrences drop constraint occurrences_pkey, drop constraint occurrences_event_id_fkey`,
  );
  await source.query(`insert into calendar.occurrences (event_id, start_at, end_at, is_cancelled)
    select id, start_at, end_at, false from calendar.events where recurrence is null`);
  for (const { rule, step } of STEPS) {
    await source.query(
      `insert into calendar.occurrences (event_id, start_at, end_at, is_cancelled)
       select id, s, s + (end_at - start_at), false from calendar.events,
         generate_series(start_at, least(last_end_at, materialized_until_at, ${HORIZON_UNTIL}) - interval '1 second', $2::interval) s
       where recurrence = $1 and s + (end_at - start_at) >= materialized_from_at`,
      [rule, step],
    );
  }
  await source.query(`alter table calendar.occurrences add primary key (event_id, start_at),
    add constraint occurrences_event_id_fkey foreign key (event_id) references calendar.events on delete cascade`);
}

/** Changes a few hundred yearly events to hourly ones. These are dense series, whose occurrences are not stored. */
async function makeDense(source: DataSource): Promise<void> {
  await source.query(`with dense as (
      update calendar.events set recurrence = 'FREQ=HOURLY', materialized_from_at = '2300-01-01Z', materialized_until_at = '1800-01-01Z'
      where recurrence = 'FREQ=YEARLY' and ('x' || right(id, 8))::bit(32)::int % ${EVENTS_PER_HOURLY_SERIES} = 97 returning id)
    delete from calendar.occurrences using dense where event_id = dense.id`);
}

/** A series; `start` and `end` are in seconds since 1970. */
interface SeriesRow {
  id: string;
  zone: string;
  start: number;
  end: number;
  recurrence: string;
}

/** Writes the time index of each series, as the service does. */
async function addTimeIndexes(source: DataSource): Promise<void> {
  for (let afterId: string | undefined = ''; afterId !== undefined;) {
    const series: SeriesRow[] = await source.query(
      `select id, time_zone as zone, extract(epoch from start_at)::float8 as start, extract(epoch from end_at)::float8 as end, recurrence
       from calendar.events where recurrence is not null and id > $1 order by id limit 20000`,
      [afterId],
    );
    const timeIndexes = series.map(({ zone, recurrence, ...times }) =>
      timeIndexOf(createSeries({ ...times, zone: requireZone(zone, 'zone'), recurrence: parseRecurrence(recurrence) })),
    );
    const columns = [timeIndexes.map(({ hours }) => hours), timeIndexes.map(({ weekdays }) => weekdays)];
    columns.push(
      timeIndexes.map(({ monthDays }) => monthDays),
      timeIndexes.map(({ months }) => months),
    );
    await source.query(
      `update calendar.events e set footprint_hours = f.hours, footprint_weekdays = f.weekdays,
         footprint_month_days = f.month_days, footprint_months = f.months
       from unnest($1::text[], $2::integer[], $3::integer[], $4::integer[], $5::integer[])
         as f (id, hours, weekdays, month_days, months) where e.id = f.id`,
      [series.map(({ id }) => id), ...columns],
    );
    afterId = series.at(-1)?.id;
  }
}

/**
 * Adds a million events over eleven years, 30 % of them series, and about
 * thirty million occurrences. The result depends only on the date.
 */
export async function seedCalendar(source: DataSource): Promise<void> {
  await source.query(`set maintenance_work_mem = '1GB'`);
  await withoutIndexes(source, 'events', () => insertEvents(source));
  await withoutIndexes(source, 'occurrences', () => insertOccurrences(source));
  await makeDense(source);
  await addTimeIndexes(source);
}

/**
 * The statements of the reference, with the rows and columns that the service reads for a page of
 * results. `page`: the first 100 occurrences between $1 and $2. They are the stored ones (none is
 * longer than two hours) and the computed ones of hourly series. `events`: events by id.
 */
export const calendarStatements = {
  page: `with stored as (
      (select event_id, start_at, end_at from calendar.occurrences
        where not is_cancelled and start_at < $1 and start_at >= $1::timestamptz - interval '2 hours' and end_at > $1
        order by start_at, end_at, event_id limit 100)
      union all
      (select event_id, start_at, end_at from calendar.occurrences
        where not is_cancelled and start_at >= $1 and start_at < $2 order by start_at, end_at, event_id limit 100)
      order by start_at, end_at, event_id limit 100
    ), closing as (
      select case when count(*) = 100 then max(start_at) else $2::timestamptz - interval '1 second' end as at from stored
    ), dense as (
      select e.id, e.end_at - e.start_at as length,
        e.start_at + greatest(0, floor(extract(epoch from $1::timestamptz - e.end_at) / 3600) + 1) * interval '1 hour' as first_at
      from calendar.events e
      where e.materialized_until_at = '1800-01-01Z' and e.recurrence is not null and e.status <> 'cancelled'
    )
    select * from stored
    union all
    select id, hour, hour + length
      from dense, closing, generate_series(first_at, closing.at, interval '1 hour') as hour where first_at <= closing.at
    order by start_at, end_at, event_id limit 100`,
  events: `select id, status, information from calendar.events where id = any($1)`,
};

/** The number of different weeks that the load generator requests. All of them are within the horizon. */
export const DIFFERENT_WEEKS = 80;

/** Start and end of a week. Week 0 begins at midnight UTC of today; after the last of {@link DIFFERENT_WEEKS}, week 0 follows. */
export function weekOf(index: number, now = new Date()): [Date, Date] {
  const from =
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()) + (index % DIFFERENT_WEEKS) * 7 * 86_400_000;
  return [new Date(from), new Date(from + 7 * 86_400_000)];
}
