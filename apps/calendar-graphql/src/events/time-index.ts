import { type TimeIndex, timeIndexOfSpan, type Window } from '@almanac/recurrence';

/** SQL placeholders for the parts of a window's time index. */
type Placeholders = Record<keyof TimeIndex, string>;

/**
 * SQL: whether a series can have an occurrence in a window with this time index. The four columns contain the time index of the series.
 * Before it is computed they are null, which matches every window.
 */
export function meetsTimeIndex(table: string, { hours, weekdays, monthDays, months }: Placeholders): string {
  return `(${table}.footprint_hours & ${hours}::integer) is distinct from 0
    and (${table}.footprint_weekdays & ${weekdays}::integer) is distinct from 0
    and (${table}.footprint_month_days & ${monthDays}::integer) is distinct from 0
    and (${table}.footprint_months & ${months}::integer) is distinct from 0`;
}

/** The time index of a window. An empty window has the index of its beginning. */
export function timeIndexOfWindow({ from = -Infinity, to = Infinity }: Window): TimeIndex {
  return timeIndexOfSpan(from, Math.max(from, to - 1));
}
