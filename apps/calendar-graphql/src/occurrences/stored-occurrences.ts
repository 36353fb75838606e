import { earliestInstant, latestInstant } from '@almanac/entities';
import { type EpochSeconds, toEpochSeconds } from '@almanac/recurrence';
import { type ReadDatabase } from '../database/read-database';
import { DENSE_DIGEST } from './dense-series';
import { type CheckedFilter } from './filters';
import { type FoundOccurrence } from './occurrence-page';

/** The longest occurrence of each duration class of the table, as a PostgreSQL interval. */
const LONGEST_OF_CLASS = ['4 hours', '36 hours', '240 hours', '368 days'];

const CATEGORIES = `and exists (
  select 1 from calendar.events e where e.id = o.event_id and e.tag_keys && $4::text[])`;

/** What the table holds of every series that is not dense: one entry of an index each. */
const HELD_FROM = `(select extract(epoch from max(materialized_from_at))::float8 from calendar.events
  where recurrence is not null and materialized_from_at < '${latestInstant.toISOString()}')`;
const HELD_UNTIL = `(select extract(epoch from min(materialized_until_at))::float8 from calendar.events
  where recurrence is not null and materialized_until_at > '${earliestInstant.toISOString()}')`;

/** What the occurrence table holds at the moment. */
export interface WhatIsHeld {
  /** Of every series that is not dense, what ends at or after this … */
  heldFrom: EpochSeconds | null;
  /** … and starts before this; null when there is none. */
  heldUntil: EpochSeconds | null;
  /** Which dense series there are; null when they are too many to be kept. */
  denseDigest: string | null;
}

/** One index range: the first occurrences by start, end, event within `condition`. */
function range(condition: string, categories: string): string {
  return `(select o.event_id, o.start_at, o.end_at from calendar.occurrences o
    where not o.is_cancelled and ${condition} ${categories}
    order by o.start_at, o.end_at, o.event_id limit $3)`;
}

/**
 * Occurrences that run at the window's beginning started at most their class's longest duration before it: a narrow range
 * of an index for each class. Class 0 is told by the columns of the main index, so that the table is not read.
 */
function runningRanges(categories: string): string[] {
  return LONGEST_OF_CLASS.map((longest, durationClass) => {
    const isOfClass =
      durationClass === 0 ? `o.end_at - o.start_at <= interval '${longest}'` : `o.duration_class = ${durationClass}`;
    return range(
      `${isOfClass} and o.start_at < $1 and o.start_at >= $1::timestamptz - interval '${longest}' and o.end_at > $1`,
      categories,
    );
  });
}

/** SQL: what the table holds of the window from $1 to $2, the first $3 of each range of an index. */
export function rangesOfWindow(categories = ''): string {
  return [...runningRanges(categories), range('o.start_at >= $1 and o.start_at < $2', categories)].join(' union all ');
}

/** SQL: the same of a few events ($4), one by one by the primary key: the planner would go through the window for them. */
const RANGES_OF_FEW_EVENTS = `(
  select o.event_id, o.start_at, o.end_at
  from unnest($4::text[]) as carrying (id) cross join lateral (
    select * from calendar.occurrences each where each.event_id = carrying.id and not each.is_cancelled and each.start_at < $2
      and each.start_at >= $1::timestamptz - interval '${LONGEST_OF_CLASS.at(-1)}' and (each.end_at > $1 or each.start_at >= $1)
    order by each.start_at limit $3) as o
  order by o.start_at, o.end_at, o.event_id limit $3)`;

function statement(ranges: string): string {
  // As JSON, which is read several times faster than rows; in seconds, as libs/recurrence counts them.
  return `select json_agg(event_id) as "eventIds",
      json_agg(extract(epoch from start_at)::bigint) as "starts", json_agg(extract(epoch from end_at)::bigint) as "ends",
      ${HELD_FROM} as "heldFrom", ${HELD_UNTIL} as "heldUntil", ${DENSE_DIGEST} as "denseDigest"
    from (select * from (${ranges}) as found order by start_at, end_at, event_id limit $3) as page`;
}

const withoutCategories = { name: 'stored_occurrences', text: statement(rangesOfWindow()) };
const OF_FEW_EVENTS = statement(RANGES_OF_FEW_EVENTS);
const WITH_CATEGORIES = statement(rangesOfWindow(CATEGORIES));

/** A rare category is found by its events: going through the occurrences of a year to find none takes seconds. */
const FEW = 1_000;
const FEW_EVENTS = `select case when count(*) <= ${FEW} then coalesce(json_agg(id), '[]') end as ids
  from (select id from calendar.events where tag_keys && $1::text[] limit ${FEW + 1}) as carrying`;

interface StoredRow extends WhatIsHeld {
  /** The columns of a page, each from its first occurrence to its last; null when there is none. */
  eventIds: string[] | null;
  starts: EpochSeconds[];
  ends: EpochSeconds[];
}

/** The first occurrences of the window that the table holds, by start, end and event, and what else there may be. One statement, with categories two. */
export async function findStoredOccurrences(
  database: ReadDatabase,
  { fromAt, toAt, limit, categories }: CheckedFilter,
): Promise<{ occurrences: FoundOccurrence[]; held: WhatIsHeld }> {
  const row = await readRow(database, [fromAt, toAt, limit], categories);
  const { eventIds, starts, ends, ...held } = row;
  const occurrences = (eventIds ?? []).map((eventId, index) => ({
    eventId,
    start: starts[index] ?? NaN,
    end: ends[index] ?? NaN,
  }));
  return { occurrences, held };
}

async function readRow(database: ReadDatabase, values: unknown[], categories: string[] | null): Promise<StoredRow> {
  if (categories === null) return database.row<StoredRow>(withoutCategories, values);
  const { ids } = await database.plannedRow<{ ids: string[] | null }>(FEW_EVENTS, [categories]);
  return ids
    ? database.plannedRow<StoredRow>(OF_FEW_EVENTS, [...values, ids])
    : database.plannedRow<StoredRow>(WITH_CATEGORIES, [...values, categories]);
}

/** Whether the table holds everything in the window but what is of dense series. */
export function isHeld({ fromAt, toAt }: CheckedFilter, { heldFrom, heldUntil }: WhatIsHeld): boolean {
  return (
    (heldFrom === null || heldFrom <= toEpochSeconds(fromAt)) &&
    (heldUntil === null || heldUntil >= toEpochSeconds(toAt))
  );
}
