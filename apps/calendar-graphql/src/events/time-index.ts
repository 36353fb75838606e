import { type TimeIndex, timeIndexOfSpan, type Window } from '@almanac/recurrence';

/** SQL placeholders for the parts of a window's timeIndex. */
type Placeholders = Record<keyof TimeIndex, string>;

/** SQL: whether a series can lie in a window with this timeIndex. One that was not derived yet sorts nothing out. */
export function meetsTimeIndex(table: string, { hours, weekdays, monthDays, months }: Placeholders): string {
  return `(${table}.footprint_hours & ${hours}::integer) is distinct from 0
    and (${table}.footprint_weekdays & ${weekdays}::integer) is distinct from 0
    and (${table}.footprint_month_days & ${monthDays}::integer) is distinct from 0
    and (${table}.footprint_months & ${months}::integer) is distinct from 0`;
}

/** The timeIndex of a window. One that was narrowed to before its beginning still wants what runs at its beginning. */
export function timeIndexOfWindow({ from = -Infinity, to = Infinity }: Window): TimeIndex {
  return timeIndexOfSpan(from, Math.max(from, to - 1));
}
