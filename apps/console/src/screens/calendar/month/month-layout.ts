import { daysOf, type ItemDays } from '../days-of-item.ts';
import type { CalendarItem } from '../items.ts';
import { addDays, type Day, daysBetween } from '../plain-date.ts';
import type { DragMode } from './drag-times.ts';

/** The number of weeks on the screen. Every month fits into six weeks. */
export const WEEKS_OF_MONTH = 6;
const DAYS_OF_WEEK = 7;

/** The part of an item that is in one week. */
export interface Segment {
  item: CalendarItem;
  /** The column (0 to 6) of the first day that the item covers in this week. */
  column: number;
  /** The number of days that the item covers in this week. */
  length: number;
  /** The line of the item in its days: 0 is the line below the number of the day. */
  lane: number;
  /** Whether the item begins in this week. */
  isStart: boolean;
  /** Whether the item ends in this week. */
  isEnd: boolean;
}

export interface Week {
  days: Day[];
  segments: Segment[];
}

/** A drop that is not saved yet. */
export interface PendingDrop {
  /** The key of the item. */
  key: string;
  mode: DragMode;
  /** The number of days by which the item, or for a resize its end, becomes later; negative for earlier. */
  days: number;
}

/** Sorts the items by their first day, then the longest first, so that items of several days are above items of one day. */
function sortItems(items: CalendarItem[], timeZone: string, drops: readonly PendingDrop[]) {
  return items
    .map((item) => ({ item, ...shownDaysOf(item, timeZone, drops) }))
    .map((entry) => ({ ...entry, length: daysBetween(entry.first, entry.last) + 1 }))
    .sort(
      (a, b) =>
        a.first.localeCompare(b.first) ||
        b.length - a.length ||
        Number(b.item.isAllDay) - Number(a.item.isAllDay) ||
        Date.parse(a.item.start) - Date.parse(b.item.start) ||
        a.item.title.localeCompare(b.item.title),
    );
}

/** The first and the last day on which an item is shown: its stored days, or its days after an unsaved drop. */
function shownDaysOf(item: CalendarItem, timeZone: string, drops: readonly PendingDrop[]): ItemDays {
  const { first, last } = daysOf(item, timeZone);
  const drop = drops.find(({ key }) => key === item.key);
  if (!drop) return { first, last };
  const shiftedLast = addDays(last, drop.days);
  if (drop.mode === 'move') return { first: addDays(first, drop.days), last: shiftedLast };
  // `daysOf` leaves out the last day of an item that ends early in the morning. So a resize can move `last` before `first`.
  return { first, last: shiftedLast > first ? shiftedLast : first };
}

/**
 * `WEEKS_OF_MONTH` weeks with the segments of their items. Segments of the same lane do not overlap.
 * @param from the first day of the first week
 * @param drops the unsaved drops, whose items are shown at their new places
 */
export function weeksOf(
  from: Day,
  items: CalendarItem[],
  timeZone: string,
  drops: readonly PendingDrop[] = [],
): Week[] {
  const ordered = sortItems(items, timeZone, drops);
  return Array.from({ length: WEEKS_OF_MONTH }, (_, index) => {
    const days = Array.from({ length: DAYS_OF_WEEK }, (__, day) => addDays(from, index * DAYS_OF_WEEK + day));
    const [begin, end] = [days[0] ?? from, days[DAYS_OF_WEEK - 1] ?? from];
    const inWeek = ordered.filter(({ first, last }) => first <= end && last >= begin);
    const segments: Segment[] = [];
    for (const { item, first, last } of inWeek) {
      const column = Math.max(0, daysBetween(begin, first));
      const length = Math.min(DAYS_OF_WEEK - 1, daysBetween(begin, last)) - column + 1;
      const lane = freeLane(segments, column, length);
      segments.push({ item, column, length, lane, isStart: first >= begin, isEnd: last <= end });
    }
    return { days, segments };
  });
}

/** Whether a segment covers a day of its week. @param day 0 to 6 */
export const covers = ({ column, length }: Pick<Segment, 'column' | 'length'>, day: number): boolean =>
  day >= column && day < column + length;

/** The first lane that is free in `length` columns from `column` on. */
function freeLane(segments: Segment[], column: number, length: number): number {
  const overlapping = segments.filter(
    (other) => other.column < column + length && column < other.column + other.length,
  );
  const takenLanes = new Set(overlapping.map(({ lane }) => lane));
  let lane = 0;
  while (takenLanes.has(lane)) lane += 1;
  return lane;
}

/**
 * The segments that fit if each day has room for `lines` lines, and the number of hidden segments of each day. A day with hidden
 * segments has one line less, because its last line is the button that shows them.
 */
export function fitSegments({ days, segments }: Week, lines: number): { shown: Segment[]; hidden: number[] } {
  const limits = days.map((_, day) =>
    segments.some((segment) => covers(segment, day) && segment.lane >= lines) ? lines - 1 : lines,
  );
  const fits = (segment: Segment): boolean =>
    limits.every((limit, day) => !covers(segment, day) || segment.lane < limit);
  const shown = segments.filter(fits);
  const hidden = days.map((_, day) => segments.filter((segment) => covers(segment, day) && !fits(segment)).length);
  return { shown, hidden };
}
