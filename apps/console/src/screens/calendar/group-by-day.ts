import { daysOf } from './days-of-item.ts';
import type { CalendarItem } from './items.ts';
import { addDays, type Day } from './plain-date.ts';

interface Period {
  from: Day;
  /** The day after the last one. */
  to: Day;
  timeZone: string;
}

/**
 * The days that have items, in ascending order, from `from` to the day before `to`. An item of several days is repeated on each of its
 * days. On each day, all-day items come first; the other items are ordered by their start.
 */
export function groupByDay(items: readonly CalendarItem[], { from, to, timeZone }: Period) {
  const itemsByDay = new Map<Day, CalendarItem[]>();
  for (const item of items) {
    const { first, last } = daysOf(item, timeZone);
    for (let day = first < from ? from : first; day <= last && day < to; day = addDays(day, 1)) {
      const itemsOfDay = itemsByDay.get(day) ?? [];
      itemsOfDay.push(item);
      itemsByDay.set(day, itemsOfDay);
    }
  }
  const compare = (a: CalendarItem, b: CalendarItem): number =>
    Number(b.isAllDay) - Number(a.isAllDay) || Date.parse(a.start) - Date.parse(b.start);
  return [...itemsByDay]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([day, itemsOfDay]) => ({ day, items: itemsOfDay.sort(compare) }));
}
