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

function statement(hasCategories: boolean): string {
  const ranges = rangesOfWindow(hasCategories ? CATEGORIES : '');
  // As JSON, which is read several times faster than rows; in seconds, as libs/recurrence counts them.
  return `select json_agg(event_id) as "eventIds",
      json_agg(extract(epoch from start_at)::bigint) as "starts", json_agg(extract(epoch from end_at)::bigint) as "ends",
      ${HELD_FROM} as "heldFrom", ${HELD_UNTIL} as "heldUntil", ${DENSE_DIGEST} as "denseDigest"
    from (select * from (${ranges}) as found order by start_at, end_at, event_id limit $3) as page`;
}

const withoutCategories = { name: 'stored_occurrences', text: statement(false) };
/** Rare categories are found by their events, frequent ones by their occurrences: it depends on the values. */
const withCategories = statement(true);

interface StoredRow extends WhatIsHeld {
  /** The columns of a page, each from its first occurrence to its last; null when there is none. */
  eventIds: string[] | null;
  starts: EpochSeconds[];
  ends: EpochSeconds[];
}

/** The first occurrences of the window that the table holds, by start, end and event, and what else there may be. One statement. */
export async function findStoredOccurrences(
  database: ReadDatabase,
  { fromAt, toAt, limit, categories }: CheckedFilter,
): Promise<{ occurrences: FoundOccurrence[]; held: WhatIsHeld }> {
  const row = await (categories === null
    ? database.row<StoredRow>(withoutCategories, [fromAt, toAt, limit])
    : database.plannedRow<StoredRow>(withCategories, [fromAt, toAt, limit, categories]));
  const { eventIds, starts, ends, ...held } = row;
  const occurrences = (eventIds ?? []).map((eventId, index) => ({
    eventId,
    start: starts[index] ?? NaN,
    end: ends[index] ?? NaN,
  }));
  return { occurrences, held };
}

/** Whether the table holds everything in the window but what is of dense series. */
export function isHeld({ fromAt, toAt }: CheckedFilter, { heldFrom, heldUntil }: WhatIsHeld): boolean {
  return (
    (heldFrom === null || heldFrom <= toEpochSeconds(fromAt)) &&
    (heldUntil === null || heldUntil >= toEpochSeconds(toAt))
  );
}
