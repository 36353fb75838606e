/** The maximum duration of an occurrence of each duration class (column `duration_class`), as a PostgreSQL interval. */
const LONGEST_OF_CLASS = ['4 hours', '36 hours', '240 hours', '368 days'];

/** SQL: a table with occurrences, as `o`. */
interface Source {
  table: string;
  /** The condition for occurrences that take place, i.e. that pages can contain. */
  isListed: string;
  /** The RECURRENCE-ID of an override; null for occurrences that follow their series, because it equals their start. */
  recurrenceAt: string;
  /** The columns by which pages are ordered. */
  key: string;
}

const FOLLOWING_SERIES: Source = {
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
const SOURCES = [FOLLOWING_SERIES, OVERRIDES];

/** SQL: the order of pages, over the columns that the ranges return. */
export const PAGE_ORDER = 'start_at, end_at, event_id, coalesce(recurrence_at, start_at)';

export interface RangeOptions {
  /** A further condition on `o.event_id`, which begins with `and`. */
  events?: string;
  /** The placeholders of the key after which the page begins: start, end, event id and RECURRENCE-ID. */
  after?: [start: string, end: string, eventId: string, recurrenceAt: string];
}

/** SQL: the condition for occurrences after the key; empty if the page begins at the start of the window. */
function isAfter(source: Source, { after }: RangeOptions): string {
  return after ? `and (${source.key}) > (${after.join(', ')})` : '';
}

/** SQL: the first $3 occurrences that satisfy `condition`, from one range of an index. */
function range(source: Source, condition: string, { events = '' }: RangeOptions): string {
  return `(select o.event_id, o.start_at, o.end_at, ${source.recurrenceAt} as recurrence_at from ${source.table} o
    where ${source.isListed} and ${condition} ${events} order by ${source.key} limit $3)`;
}

/**
 * SQL: the occurrences that began before the window and end in it or later. Each began at most the maximum duration of its class before the
 * window. So each class needs only a narrow range of an index.
 */
function runningRanges(options: RangeOptions): string[] {
  return SOURCES.flatMap((source) =>
    LONGEST_OF_CLASS.map((longest, durationClass) => {
      // The index for class 0 has no column `duration_class`, so PostgreSQL compares columns that the index has.
      const isOfClass =
        durationClass === 0 ? `o.end_at - o.start_at <= interval '${longest}'` : `o.duration_class = ${durationClass}`;
      const runs = `o.start_at < $1 and o.start_at >= $1::timestamptz - interval '${longest}' and o.end_at > $1`;
      return range(source, `${isOfClass} and ${runs} ${isAfter(source, options)}`, options);
    }),
  );
}

/** SQL: the occurrences that begin in the window. */
const beginningRanges = (options: RangeOptions): string[] =>
  SOURCES.map((source) => range(source, 'o.start_at >= $1 and o.start_at < $2', options));

/**
 * SQL: the stored occurrences of the window from $1 to $2, the first $3 of each index range. If `after` is given, its key starts before the
 * window.
 */
export function rangesOfWindow(options: RangeOptions = {}): string {
  return [...runningRanges(options), ...beginningRanges(options)].join(' union all ');
}

/**
 * SQL: the stored occurrences of the window after a key whose start lies inside the window. The key is the only lower bound of starts:
 * with a second one PostgreSQL could read the window from its beginning. The condition `end_at >= $1` is true for all of these occurrences.
 * It is needed only because PostgreSQL cannot determine the type of a parameter that a statement does not use.
 */
export function rangesAfterKey(options: RangeOptions): string {
  const beginning = SOURCES.map((source) =>
    range(source, `o.start_at < $2 and o.end_at >= $1 ${isAfter(source, options)}`, options),
  );
  return beginning.join(' union all ');
}

/**
 * SQL: the stored occurrences of a few events in the window, read by the primary keys. With a plain join, PostgreSQL could read all
 * occurrences of the window.
 * @param ids the placeholder of the ids of the events
 */
export function rangesOfFewEvents(ids: string, options: RangeOptions): string {
  const ranges = SOURCES.map(
    (source) => `(
      select found.* from unnest(${ids}::text[]) as given (id) cross join lateral (
        select o.event_id, o.start_at, o.end_at, ${source.recurrenceAt} as recurrence_at from ${source.table} o
        where o.event_id = given.id and ${source.isListed} and o.start_at < $2
          and o.start_at >= $1::timestamptz - interval '${LONGEST_OF_CLASS.at(-1)}' and (o.end_at > $1 or o.start_at >= $1)
          ${options.after ? `and o.start_at >= ${options.after[0]}` : ''} ${isAfter(source, options)}
        order by ${source.key} limit $3) as found
      order by ${PAGE_ORDER} limit $3)`,
  );
  return ranges.join(' union all ');
}
