import type { CalendarItem } from './items.ts';
import { addDays, type Day, dayIn, timeIn } from './plain-date.ts';

/** In month and agenda, an item of several days is not shown on its last day if it ends before this time. The week view shows it there. */
const NEXT_DAY_THRESHOLD = '09:00';

/** The first and the last day on which an item is shown. */
export interface ItemDays {
  first: Day;
  last: Day;
}

/** The days of an item in a zone. */
export function daysOf(
  { start, end, isAllDay }: Pick<CalendarItem, 'start' | 'end' | 'isAllDay'>,
  timeZone: string,
): ItemDays {
  // The end of an all-day item is exclusive.
  if (isAllDay) return { first: start, last: end && end > start ? addDays(end, -1) : start };
  const first = dayIn(start, timeZone);
  if (!end) return { first, last: first };
  const dayOfEnd = dayIn(end, timeZone);
  if (dayOfEnd <= first) return { first, last: first };
  return { first, last: timeIn(end, timeZone) >= NEXT_DAY_THRESHOLD ? dayOfEnd : addDays(dayOfEnd, -1) };
}
