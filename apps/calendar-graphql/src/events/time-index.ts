import { type TimeIndex, timeIndexOfSpan, type Window } from '@almanac/recurrence';

/** SQL placeholders for the four integers of a window's time index. */
type Placeholders = Record<keyof TimeIndex, string>;

/**
 * SQL: whether an event can have an occurrence in a window, by their time indexes. A series and a window cannot overlap if one of the four
 * pairs of bit sets has no common bit. The columns of single events are null, and match every window.
 * @param table the alias of `calendar.events` in the statement
 */
export function timeIndexCondition(table: string, { hours, weekdays, monthDays, months }: Placeholders): string {
  return `(${table}.footprint_hours & ${hours}::integer) is distinct from 0
    and (${table}.footprint_weekdays & ${weekdays}::integer) is distinct from 0
    and (${table}.footprint_month_days & ${monthDays}::integer) is distinct from 0
    and (${table}.footprint_months & ${months}::integer) is distinct from 0`;
}

/** The time index of a window. That of an empty window is the index of its first second. */
export function timeIndexOfWindow({ from = -Infinity, to = Infinity }: Window): TimeIndex {
  return timeIndexOfSpan(from, Math.max(from, to - 1));
}
