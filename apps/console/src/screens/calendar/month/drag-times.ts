import type { CalendarItem } from '../items.ts';
import { addDays, DAY_MS, dayIn, timeIn } from '../plain-date.ts';

/** `move` changes the start and the end of an item, `resize` only its end. */
export type DragMode = 'move' | 'resize';

/** Instants, or days for an all-day item. `end` is exclusive. */
interface Times {
  start: string;
  end?: string;
}

/** The times of an item after a drag by `days` days. The times of day in `timeZone` stay the same. */
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
  // The Temporal polyfill is large, so it loads when it is first needed.
  const { addDaysInZone } = await import('../../../time/zoned-time.ts');
  const shift = (instant: string): string => addDaysInZone(instant, days, timeZone);
  return { start: mode === 'move' ? shift(start) : start, ...(end && { end: shift(end) }) };
}

/**
 * The number of days by which a drag changes an item. A resize towards the start is limited so that the end stays after the start.
 * @param days the number of days from the pressed day to the day of the drop; negative for earlier
 * @param timeZone the zone in which the times of day stay the same, see {@link timesAfterDrag}
 */
export function daysOfDrag(item: CalendarItem, mode: DragMode, days: number, timeZone: string): number {
  if (mode === 'move') return days;
  const { start, end, isAllDay } = item;
  // The length in local time: at a clock change, an event from 20:00 to 20:00 lasts 23 or 25 hours.
  const localTime = (instant: string): number =>
    Date.parse(isAllDay ? instant : `${dayIn(instant, timeZone)}T${timeIn(instant, timeZone)}Z`);
  const lengthMs = end ? localTime(end) - localTime(start) : 0;
  const minDays = 1 - Math.max(1, Math.ceil(lengthMs / DAY_MS));
  return Math.max(days, minDays);
}
