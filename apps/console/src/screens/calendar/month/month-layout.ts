import type { CalendarItem } from '../items.ts';
import { addDays, type Day, DAY_MS, dayIn, timeIn } from '../plain-date.ts';
import type { DragMode } from './drag-times.ts';

/** An item that ends before this time of its last day is not shown on that day (`nextDayThreshold` of FullCalendar). */
const NEXT_DAY_THRESHOLD = '09:00';
const DAYS_OF_WEEK = 7;

/** The part of an item that is in one week. */
export interface Segment {
  item: CalendarItem;
  /** 0 to 6: the first day of the week that it covers. */
  column: number;
  /** The number of days of the week that it covers. */
  length: number;
  /** The line of the item in its days: 0 is the line below the number of the day. */
  lane: number;
  /** Whether the item begins or ends in this week. */
  isStart: boolean;
  isEnd: boolean;
}

export interface Week {
  days: Day[];
  segments: Segment[];
}

/** A drop that is not saved yet: the item is shown `days` days later, or with `days` more days. */
export interface Shift {
  key: string;
  mode: DragMode;
  days: number;
}

/** The first and the last day of an item in a zone. */
function daysOf({ start, end, isAllDay }: CalendarItem, timeZone: string): { first: Day; last: Day } {
  if (isAllDay) return { first: start, last: end && end > start ? addDays(end, -1) : start };
  const first = dayIn(start, timeZone);
  const last = end ? dayIn(end, timeZone) : first;
  if (last <= first) return { first, last: first };
  return { first, last: !end || timeIn(end, timeZone) >= NEXT_DAY_THRESHOLD ? last : addDays(last, -1) };
}

/** Sorts the items by their first day, long ones first, so that bars of several days are above the lines of single days. */
function sortItems(items: CalendarItem[], timeZone: string, shift: Shift | undefined) {
  return items
    .map((item) => ({ item, ...shownDaysOf(item, timeZone, shift) }))
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

/** The first and the last day on which an item is shown: its own days, or those after a drop. */
function shownDaysOf(item: CalendarItem, timeZone: string, shift: Shift | undefined): { first: Day; last: Day } {
  const { first, last } = daysOf(item, timeZone);
  if (shift?.key !== item.key) return { first, last };
  return { first: shift.mode === 'move' ? addDays(first, shift.days) : first, last: addDays(last, shift.days) };
}

/** The number of days from one day to another; negative when the second is earlier. */
export const daysBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** `count` weeks from the day `from`, with the segments of their items. Segments of the same lane do not overlap. */
export function weeksOf(from: Day, count: number, items: CalendarItem[], timeZone: string, shift?: Shift): Week[] {
  const ordered = sortItems(items, timeZone, shift);
  return Array.from({ length: count }, (_, index) => {
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

/** The first lane in which no segment overlaps the columns. */
function freeLane(segments: Segment[], column: number, length: number): number {
  const taken = new Set(
    segments
      .filter((other) => other.column < column + length && covers(other, Math.max(column, other.column)))
      .map(({ lane }) => lane),
  );
  let lane = 0;
  while (taken.has(lane)) lane += 1;
  return lane;
}

/**
 * The segments that fit into `lines` lines a day, and the number of hidden segments of each day. The last line of a day with
 * hidden segments is the button that shows them.
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
