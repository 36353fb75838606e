import type { CalendarItem } from '../items.ts';
import { addDays, DAY_MS } from '../plain-date.ts';

/** `move` changes the start and the end of an item, `resize` only its end. */
export type DragMode = 'move' | 'resize';

/** Instants, or days for an all-day item. `end` is exclusive. */
interface Times {
  start: string;
  end?: string;
}

/** The times of an item after a drag by `days` days. Its times of day in the zone stay the same. */
export async function timesAfterDrag(
  { start, end, isAllDay }: CalendarItem,
  mode: DragMode,
  days: number,
  timeZone: string,
): Promise<Times> {
  if (isAllDay) {
    const exclusiveEnd = end ?? addDays(start, 1);
    return { start: mode === 'move' ? addDays(start, days) : start, end: addDays(exclusiveEnd, days) };
  }
  // The Temporal polyfill is large, so it loads at the first drop.
  const { addDaysInZone } = await import('../../../time/zoned-time.ts');
  const shift = (instant: string): string => addDaysInZone(instant, days, timeZone);
  return { start: mode === 'move' ? shift(start) : start, ...(end && { end: shift(end) }) };
}

/** The largest number of days that a resize can subtract from the end of an item, so that the end stays after the start. */
export const maxDaysEarlier = ({ start, end }: CalendarItem): number =>
  end ? Math.max(0, Math.ceil((Date.parse(end) - Date.parse(start)) / DAY_MS) - 1) : 0;
