/** The longest occurrence of each duration class of the tables, as a PostgreSQL interval. */
const LONGEST_OF_CLASS = ['4 hours', '36 hours', '240 hours', '368 days'];

/** SQL: a table with occurrences, as `o`. */
interface Source {
  table: string;
  /** The condition for occurrences that pages contain. */
  isListed: string;
  /** The RECURRENCE-ID where it can differ from the start; null for occurrences that follow their series. */
  recurrenceAt: string;
  /** The columns that pages are ordered by. */
  key: string;
}

const SERIES: Source = {
  table: 'calendar.occurrences',
  isListed: 'not o.is_cancelled',
  recurrenceAt: 'null::timestamptz',
  // The index has the first three columns. PostgreSQL compares the last one, the RECURRENCE-ID, after reading an entry.
  key: 'o.start_at, o.end_at, o.event_id, o.start_at',
};
const OVERRIDES: Source = {
  table: 'calendar.occurrence_overrides',
  isListed: 'not o.is_cancelled and not o.is_event_cancelled',
  recurrenceAt: 'o.recurrence_at',
  key: 'o.start_at, o.end_at, o.event_id, o.recurrence_at',
};
const SOURCES = [SERIES, OVERRIDES];

/** SQL: the order of pages, over the columns that the ranges return. */
export const PAGE_ORDER = 'start_at, end_at, event_id, coalesce(recurrence_at, start_at)';

export interface RangeOptions {
  /** A further condition on `o.event_id`. */
  events?: string;
  /** The placeholders of the key after which the page begins: start, end, event id and RECURRENCE-ID. */
  after?: [start: string, end: string, eventId: string, recurrenceAt: string];
}

function isAfter(source: Source, { after }: RangeOptions): string {
  return after ? `and (${source.key}) > (${after.join(', ')})` : '';
}

/** SQL: the first $3 occurrences that satisfy `condition`, from one range of an index. */
function range(source: Source, condition: string, { events = '' }: RangeOptions): string {
  return `(select o.event_id, o.start_at, o.end_at, ${source.recurrenceAt} as recurrence_at from ${source.table} o
    where ${source.isListed} and ${condition} ${events} order by ${source.key} limit $3)`;
}

/**
 * SQL: the occurrences that run at the beginning of the window. Each began earlier, by at most the longest duration of its class. So
 * each class needs only a narrow index range. The condition of class 0 uses columns of the main index only.
 */
function runningRanges(options: RangeOptions): string[] {
  return SOURCES.flatMap((source) =>
    LONGEST_OF_CLASS.map((longest, durationClass) => {
      const isOfClass =
        durationClass === 0 ? `o.end_at - o.start_at <= interval '${longest}'` : `o.duration_class = ${durationClass}`;
      const runs = `o.start_at < $1 and o.start_at >= $1::timestamptz - interval '${longest}' and o.end_at > $1`;
      return range(source, `${isOfClass} and ${runs} ${isAfter(source, options)}`, options);
    }),
  );
}

const beginningRanges = (options: RangeOptions): string[] =>
  SOURCES.map((source) => range(source, 'o.start_at >= $1 and o.start_at < $2', options));

/** SQL: the stored occurrences of the window from $1 to $2, the first $3 of each index range. */
export function rangesOfWindow(options: RangeOptions = {}): string {
  return [...runningRanges(options), ...beginningRanges(options)].join(' union all ');
}

/**
 * SQL: the stored occurrences of the window after a key whose start lies inside the window. The key is the only lower bound of starts:
 * with a second one PostgreSQL could read the window from its beginning. All of these occurrences satisfy `end_at >= $1`. The condition
 * is there because PostgreSQL cannot find the type of a parameter that a statement does not use.
 */
export function rangesAfterKey(options: RangeOptions): string {
  const beginning = SOURCES.map((source) =>
    range(source, `o.start_at < $2 and o.end_at >= $1 ${isAfter(source, options)}`, options),
  );
  return beginning.join(' union all ');
}

/** SQL: the stored occurrences of few events (`ids`), by the primary keys. A plain join could make PostgreSQL read the whole window. */
export function rangesOfFewEvents(ids: string, options: RangeOptions): string {
  const ranges = SOURCES.map(
    (source) => `(
      select found.* from unnest(${ids}::text[]) as tagged (id) cross join lateral (
        select o.event_id, o.start_at, o.end_at, ${source.recurrenceAt} as recurrence_at from ${source.table} o
        where o.event_id = tagged.id and ${source.isListed} and o.start_at < $2
          and o.start_at >= $1::timestamptz - interval '${LONGEST_OF_CLASS.at(-1)}' and (o.end_at > $1 or o.start_at >= $1)
          ${options.after ? `and o.start_at >= ${options.after[0]}` : ''} ${isAfter(source, options)}
        order by ${source.key} limit $3) as found
      order by ${PAGE_ORDER} limit $3)`,
  );
  return ranges.join(' union all ');
}
