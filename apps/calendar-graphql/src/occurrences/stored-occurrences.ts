import { type EpochSeconds } from '@almanac/recurrence';
import { type ReadDatabase } from '../database/read-database';
import { type CheckedFilter } from './filters';
import { type FoundOccurrence } from './occurrence-page';

/** The longest occurrence of each duration class of the table, as a PostgreSQL interval. */
const LONGEST_OF_CLASS = ['4 hours', '36 hours', '240 hours', '368 days'];

const CATEGORIES = `and exists (
  select 1 from calendar.events e where e.id = o.event_id and e.tag_keys && $4::text[])`;

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

function statement(hasCategories: boolean): string {
  const categories = hasCategories ? CATEGORIES : '';
  const ranges = [...runningRanges(categories), range('o.start_at >= $1 and o.start_at < $2', categories)];
  // As JSON, which is read several times faster than rows; in seconds, as libs/recurrence counts them.
  return `select json_agg(event_id) as "eventIds",
      json_agg(extract(epoch from start_at)::bigint) as "starts", json_agg(extract(epoch from end_at)::bigint) as "ends"
    from (select * from (${ranges.join(' union all ')}) as found order by start_at, end_at, event_id limit $3) as page`;
}

const withoutCategories = { name: 'stored_occurrences', text: statement(false) };
const withCategories = { name: 'stored_occurrences_of_categories', text: statement(true) };

/** The columns of a page, each from its first occurrence to its last; null when there is none. */
interface Columns {
  eventIds: string[] | null;
  starts: EpochSeconds[];
  ends: EpochSeconds[];
}

/** The first occurrences of the window that the table holds, by start, end and event. One statement. */
export async function findStoredOccurrences(
  database: ReadDatabase,
  { fromAt, toAt, limit, categories }: CheckedFilter,
): Promise<FoundOccurrence[]> {
  const { eventIds, starts, ends } = await (categories === null
    ? database.row<Columns>(withoutCategories, [fromAt, toAt, limit])
    : database.row<Columns>(withCategories, [fromAt, toAt, limit, categories]));
  if (!eventIds) return [];
  return eventIds.map((eventId, index) => ({ eventId, start: starts[index] ?? NaN, end: ends[index] ?? NaN }));
}
