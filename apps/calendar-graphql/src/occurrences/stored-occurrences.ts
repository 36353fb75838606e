import { earliestInstant, latestInstant } from '@almanac/entities';
import { type EpochSeconds, toDate, toEpochSeconds } from '@almanac/recurrence';
import { type PreparedStatement, type RowReader } from '../database/read-connections';
import { timeIndexCondition, timeIndexOfWindow } from '../events/time-index';
import { DENSE_DIGEST } from './dense-series-cache';
import { type CheckedFilter, pageStart } from './filters';
import { type OccurrenceKey } from './occurrence-key';
import { type FoundOccurrence } from './occurrence-page';
import { PAGE_ORDER, type RangeOptions, rangesAfterKey, rangesOfFewEvents, rangesOfWindow } from './occurrence-ranges';

/** SQL: the bounds between which the table contains the occurrences of all series except dense ones. Each bound reads one index entry. */
const STORED_FROM = `(select extract(epoch from max(materialized_from_at))::float8 from calendar.events
  where recurrence is not null and materialized_from_at < '${latestInstant.toISOString()}')`;
const STORED_UNTIL = `(select extract(epoch from min(materialized_until_at))::float8 from calendar.events
  where recurrence is not null and materialized_until_at > '${earliestInstant.toISOString()}')`;

/** The period that the table of occurrences covers, and the digest of the dense series, which it does not contain. */
export interface StoredBounds {
  /**
   * The table contains all occurrences with `end >= storedFrom` and `start < storedUntil`, except those of dense series. Both are
   * null if there are no other series.
   */
  storedFrom: EpochSeconds | null;
  storedUntil: EpochSeconds | null;
  /** The digest of the dense series; null when there are too many to cache. */
  denseDigest: string | null;
}

function statement(ranges: string): string {
  // Arrays in JSON are read several times faster than rows. Instants are in seconds, as in libs/recurrence.
  return `select json_agg(event_id) as "eventIds",
      json_agg(extract(epoch from start_at)::bigint) as "starts", json_agg(extract(epoch from end_at)::bigint) as "ends",
      json_agg(extract(epoch from recurrence_at)::bigint) as "recurrenceStarts",
      ${STORED_FROM} as "storedFrom", ${STORED_UNTIL} as "storedUntil", ${DENSE_DIGEST} as "denseDigest"
    from (select * from (${ranges}) as found order by ${PAGE_ORDER} limit $3) as page`;
}

/** The placeholders of the key after which a page begins: see {@link OccurrenceKey}. */
const KEY: RangeOptions['after'] = ['$4::timestamptz', '$5::timestamptz', '$6::text', '$7::timestamptz'];
/** The last placeholder of a statement, for categories or ids of events: without a key, and with the four placeholders of a key. */
const LAST_PLACEHOLDER = { withoutKey: '$4::text[]', afterKey: '$8::text[]' };

/**
 * Where a page begins. `first`: at the beginning of the window. `running`: after an occurrence that began before the window. `later`: after
 * an occurrence that began in the window.
 */
type PagePosition = 'first' | 'running' | 'later';

const statements: Record<PagePosition, PreparedStatement> = {
  first: { name: 'stored_occurrences', text: statement(rangesOfWindow()) },
  running: { name: 'stored_occurrences_running', text: statement(rangesOfWindow({ after: KEY })) },
  later: { name: 'stored_occurrences_later', text: statement(rangesAfterKey({ after: KEY })) },
};

/** SQL: limits the occurrences to events with one of the tags. */
const hasTags = (tags: string): string =>
  `and exists (select 1 from calendar.events e where e.id = o.event_id and e.tag_keys && ${tags})`;
const withCategories: Record<PagePosition, string> = {
  first: statement(rangesOfWindow({ events: hasTags(LAST_PLACEHOLDER.withoutKey) })),
  running: statement(rangesOfWindow({ events: hasTags(LAST_PLACEHOLDER.afterKey), after: KEY })),
  later: statement(rangesAfterKey({ events: hasTags(LAST_PLACEHOLDER.afterKey), after: KEY })),
};
const ofFewEvents: Record<PagePosition, string> = {
  first: statement(rangesOfFewEvents(LAST_PLACEHOLDER.withoutKey, {})),
  running: statement(rangesOfFewEvents(LAST_PLACEHOLDER.afterKey, { after: KEY })),
  later: statement(rangesOfFewEvents(LAST_PLACEHOLDER.afterKey, { after: KEY })),
};

/** The occurrences of up to this number of events are read by event id. To search a window of a year for them would take seconds. */
const MAX_FEW_EVENTS = 2_000;
/**
 * If more events than this have one of the categories, the window is searched for their occurrences, instead of reading them by event id.
 */
const MAX_TAGGED = 25_000;
const TIME_INDEX = { hours: '$4', weekdays: '$5', monthDays: '$6', months: '$7' };
// SQL: the ids of the events, or null when there are too many. One event more than `MAX_TAGGED` is read, to detect that there are more.
const FEW_EVENTS = `select case when count(*) <= ${MAX_FEW_EVENTS} and coalesce(max(number), 0) <= ${MAX_TAGGED}
    then coalesce(json_agg(id), '[]') end as ids
  from (select id, number
    from (select e.*, row_number() over () as number from calendar.events e where e.tag_keys && $1::text[] limit ${MAX_TAGGED + 1}) as tagged
    where number > ${MAX_TAGGED} or overridden_at <> '{}'
      or (first_start_at < $3 and last_end_at >= $2 and ${timeIndexCondition('tagged', TIME_INDEX)})
    limit ${MAX_FEW_EVENTS + 1}) as few`;

/** The ids of all events with one of the categories that can have an occurrence in the window; null when there are too many. */
async function findFewEvents(
  database: RowReader,
  { window, fromAt, toAt }: CheckedFilter,
  categories: string[],
): Promise<string[] | null> {
  const { hours, weekdays, monthDays, months } = timeIndexOfWindow(window);
  const values = [categories, fromAt, toAt, hours, weekdays, monthDays, months];
  return (await database.customPlanRow<{ ids: string[] | null }>(FEW_EVENTS, values)).ids;
}

interface StoredRow extends StoredBounds {
  /** The columns of the page as arrays of equal length; all of them are null for an empty page. */
  eventIds: string[] | null;
  starts: EpochSeconds[];
  ends: EpochSeconds[];
  /** Null for occurrences without override; their recurrence start is their start. */
  recurrenceStarts: (EpochSeconds | null)[];
}

/**
 * At most `limit` stored occurrences from the beginning of a page on, in the order `PAGE_ORDER`, and the bounds of the table. A filter with
 * categories needs two statements.
 */
export async function findStoredOccurrences(
  database: RowReader,
  filter: CheckedFilter,
): Promise<{ occurrences: FoundOccurrence[]; bounds: StoredBounds }> {
  const row = await readRow(database, filter);
  const { eventIds, starts, ends, recurrenceStarts, ...bounds } = row;
  const occurrences = (eventIds ?? []).map((eventId, index) => {
    const start = starts[index] ?? NaN;
    const recurrenceStart = recurrenceStarts[index] ?? null;
    return {
      eventId,
      start,
      end: ends[index] ?? NaN,
      recurrenceStart: recurrenceStart ?? start,
      isOverride: recurrenceStart !== null,
    };
  });
  return { occurrences, bounds };
}

function positionOf({ fromAt, after }: CheckedFilter): PagePosition {
  if (!after) return 'first';
  return after.start < toEpochSeconds(fromAt) ? 'running' : 'later';
}

function keyValues({ start, end, eventId, recurrenceStart }: OccurrenceKey): unknown[] {
  return [toDate(start), toDate(end), eventId, toDate(recurrenceStart)];
}

async function readRow(database: RowReader, filter: CheckedFilter): Promise<StoredRow> {
  const { fromAt, toAt, limit, categories, after } = filter;
  const position = positionOf(filter);
  const values = [fromAt, toAt, limit, ...(after ? keyValues(after) : [])];
  if (categories === null) return database.row<StoredRow>(statements[position], values);
  const ids = await findFewEvents(database, filter, categories);
  return ids
    ? database.customPlanRow<StoredRow>(ofFewEvents[position], [...values, ids])
    : database.customPlanRow<StoredRow>(withCategories[position], [...values, categories]);
}

/** Whether the table contains all occurrences from the start of the page to the end of the window, except those of dense series. */
export function containsAllButDense({ storedFrom, storedUntil }: StoredBounds, filter: CheckedFilter): boolean {
  return (
    (storedFrom === null || storedFrom <= toEpochSeconds(pageStart(filter))) &&
    (storedUntil === null || storedUntil >= toEpochSeconds(filter.toAt))
  );
}
