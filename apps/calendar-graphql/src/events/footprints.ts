import { type Footprint, footprintOfSpan, type Window } from '@almanac/recurrence';

/** SQL placeholders for the parts of a window's footprint. */
type Placeholders = Record<keyof Footprint, string>;

/** SQL: whether a series can lie in a window with this footprint. One that was not derived yet sorts nothing out. */
export function meetsFootprint(table: string, { hours, weekdays, monthDays, months }: Placeholders): string {
  return `(${table}.footprint_hours & ${hours}::integer) is distinct from 0
    and (${table}.footprint_weekdays & ${weekdays}::integer) is distinct from 0
    and (${table}.footprint_month_days & ${monthDays}::integer) is distinct from 0
    and (${table}.footprint_months & ${months}::integer) is distinct from 0`;
}

/** The footprint of a window. One that was narrowed to before its beginning still wants what runs at its beginning. */
export function footprintOfWindow({ from = -Infinity, to = Infinity }: Window): Footprint {
  return footprintOfSpan(from, Math.max(from, to - 1));
}
