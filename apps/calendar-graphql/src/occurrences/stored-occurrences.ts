import { type DataSource } from 'typeorm';
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
  // Seconds, as libs/recurrence counts them: the driver reads numbers many times faster than timestamps.
  return `select event_id as "eventId",
      extract(epoch from start_at)::float8 as "start", extract(epoch from end_at)::float8 as "end"
    from (${ranges.join(' union all ')}) as found
    order by start_at, end_at, event_id limit $3`;
}

const withoutCategories = statement(false);
const withCategories = statement(true);

/** The first occurrences of the window that the table holds, by start, end and event. One statement. */
export async function findStoredOccurrences(
  dataSource: DataSource,
  { fromAt, toAt, limit, categories }: CheckedFilter,
): Promise<FoundOccurrence[]> {
  return categories === null
    ? dataSource.query(withoutCategories, [fromAt, toAt, limit])
    : dataSource.query(withCategories, [fromAt, toAt, limit, categories]);
}
