import type { CalendarItem } from '../items.ts';
import { addDays, DAY_MS } from '../plain-date.ts';

/** What a drag changes: both times of the item, or only its end. */
export type DragMode = 'move' | 'resize';

interface Times {
  start: string;
  end?: string;
}

/** The times of an item after a drag by `days` days. The local times of the zone stay the same. */
export async function movedTimes(
  { start, end, isAllDay }: CalendarItem,
  mode: DragMode,
  days: number,
  timeZone: string,
): Promise<Times> {
  if (isAllDay) {
    const moved = mode === 'move' ? addDays(start, days) : start;
    return { start: moved, end: addDays(end ?? addDays(start, 1), days) };
  }
  // Temporal is large; it loads with the first drop.
  const { daysLater } = await import('../../../time/zoned-time.ts');
  const later = (instant: string): string => daysLater(instant, days, timeZone);
  return { start: mode === 'move' ? later(start) : start, ...(end && { end: later(end) }) };
}

/** The most days by which a drag can make the end of an item earlier; the end has to stay after the start. */
export const maxDaysEarlier = ({ start, end }: CalendarItem): number =>
  end ? Math.max(0, Math.ceil((Date.parse(end) - Date.parse(start)) / DAY_MS) - 1) : 0;
