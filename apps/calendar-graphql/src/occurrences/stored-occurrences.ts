import { earliestInstant, latestInstant } from '@almanac/entities';
import { type EpochSeconds, toEpochSeconds } from '@almanac/recurrence';
import { type ReadConnections } from '../database/read-connections';
import { DENSE_DIGEST } from './dense-series-cache';
import { type CheckedFilter } from './filters';
import { type FoundOccurrence } from './occurrence-page';

/** The longest occurrence of each duration class of the table, as a PostgreSQL interval. */
const LONGEST_OF_CLASS = ['4 hours', '36 hours', '240 hours', '368 days'];

const CATEGORIES = `and exists (
  select 1 from calendar.events e where e.id = o.event_id and e.tag_keys && $4::text[])`;

/** SQL: the bounds between which the table contains all series except dense ones. Each reads one entry of an index. */
const STORED_FROM = `(select extract(epoch from max(materialized_from_at))::float8 from calendar.events
  where recurrence is not null and materialized_from_at < '${latestInstant.toISOString()}')`;
const STORED_UNTIL = `(select extract(epoch from min(materialized_until_at))::float8 from calendar.events
  where recurrence is not null and materialized_until_at > '${earliestInstant.toISOString()}')`;

/** The current content of the occurrence table. */
export interface StoredBounds {
  /** The table contains all occurrences, except those of dense series, that end at or after this … */
  storedFrom: EpochSeconds | null;
  /** … and start before this; null without recurring events. */
  storedUntil: EpochSeconds | null;
  /** The digest of the dense series; null when there are too many to cache. */
  denseDigest: string | null;
}

/** SQL: the first occurrences that satisfy `condition`, from one range of an index. */
function range(condition: string, categories: string): string {
  return `(select o.event_id, o.start_at, o.end_at from calendar.occurrences o
    where not o.is_cancelled and ${condition} ${categories}
    order by o.start_at, o.end_at, o.event_id limit $3)`;
}

/**
 * SQL: the occurrences that run at the beginning of the window. They started at most the longest duration of their class before
 * it, which is a narrow index range per class. The condition of class 0 uses columns of the main index only.
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

/** SQL: the stored occurrences of the window from $1 to $2, the first $3 of each index range. */
export function rangesOfWindow(categories = ''): string {
  return [...runningRanges(categories), range('o.start_at >= $1 and o.start_at < $2', categories)].join(' union all ');
}

/** SQL: the stored occurrences of few events ($4), by the primary key. The planner would read the whole window instead. */
const RANGES_OF_FEW_EVENTS = `(
  select o.event_id, o.start_at, o.end_at
  from unnest($4::text[]) as tagged (id) cross join lateral (
    select * from calendar.occurrences each where each.event_id = tagged.id and not each.is_cancelled and each.start_at < $2
      and each.start_at >= $1::timestamptz - interval '${LONGEST_OF_CLASS.at(-1)}' and (each.end_at > $1 or each.start_at >= $1)
    order by each.start_at limit $3) as o
  order by o.start_at, o.end_at, o.event_id limit $3)`;

function statement(ranges: string): string {
  // JSON is read several times faster than rows. Instants are in seconds, as in libs/recurrence.
  return `select json_agg(event_id) as "eventIds",
      json_agg(extract(epoch from start_at)::bigint) as "starts", json_agg(extract(epoch from end_at)::bigint) as "ends",
      ${STORED_FROM} as "storedFrom", ${STORED_UNTIL} as "storedUntil", ${DENSE_DIGEST} as "denseDigest"
    from (select * from (${ranges}) as found order by start_at, end_at, event_id limit $3) as page`;
}

const WITHOUT_CATEGORIES = { name: 'stored_occurrences', text: statement(rangesOfWindow()) };
const OF_FEW_EVENTS = statement(RANGES_OF_FEW_EVENTS);
const WITH_CATEGORIES = statement(rangesOfWindow(CATEGORIES));

/** Categories with so few events are selected by their events: searching the occurrences of a year for them takes seconds. */
const MAX_FEW_EVENTS = 1_000;
const FEW_EVENTS = `select case when count(*) <= ${MAX_FEW_EVENTS} then coalesce(json_agg(id), '[]') end as ids
  from (select id from calendar.events where tag_keys && $1::text[] limit ${MAX_FEW_EVENTS + 1}) as tagged`;

interface StoredRow extends StoredBounds {
  /** The columns of the page as arrays; null for an empty page. */
  eventIds: string[] | null;
  starts: EpochSeconds[];
  ends: EpochSeconds[];
}

/** The first stored occurrences of a window, in the order of a page, and the content of the table. One statement, two with categories. */
export async function findStoredOccurrences(
  database: ReadConnections,
  { fromAt, toAt, limit, categories }: CheckedFilter,
): Promise<{ occurrences: FoundOccurrence[]; bounds: StoredBounds }> {
  const row = await readRow(database, [fromAt, toAt, limit], categories);
  const { eventIds, starts, ends, ...bounds } = row;
  const occurrences = (eventIds ?? []).map((eventId, index) => ({
    eventId,
    start: starts[index] ?? NaN,
    end: ends[index] ?? NaN,
  }));
  return { occurrences, bounds };
}

async function readRow(database: ReadConnections, values: unknown[], categories: string[] | null): Promise<StoredRow> {
  if (categories === null) return database.row<StoredRow>(WITHOUT_CATEGORIES, values);
  const { ids } = await database.plannedRow<{ ids: string[] | null }>(FEW_EVENTS, [categories]);
  return ids
    ? database.plannedRow<StoredRow>(OF_FEW_EVENTS, [...values, ids])
    : database.plannedRow<StoredRow>(WITH_CATEGORIES, [...values, categories]);
}

/** Whether the table contains all occurrences of a window, except those of dense series. */
export function containsAllButDense(
  { storedFrom, storedUntil }: StoredBounds,
  { fromAt, toAt }: CheckedFilter,
): boolean {
  return (
    (storedFrom === null || storedFrom <= toEpochSeconds(fromAt)) &&
    (storedUntil === null || storedUntil >= toEpochSeconds(toAt))
  );
}
