import { civilDate, dayNumber, DAYS_PER_WEEK, daysInMonth, modulo, MONTHS_PER_YEAR, weekdayOf } from './civil';
import type { DayNumber } from './civil';
import { createDayFilter, lowestBit, passes } from './expansion/day-filter';
import type { DayFilter } from './expansion/day-filter';
import { WEEKDAYS } from './grammar/rule';
import type { Rule, WeekdayOrdinal } from './grammar/rule';

/** How a rule that names a single day changes when its instances move to another day, and how the instances move. */
export interface DayMove {
  /** The part that names the new day, e.g. `BYDAY=TU`. It replaces BYDAY or BYMONTHDAY. */
  part: string;
  /** The new day of an instance. A day that the rule does not name moves by the same number of days as the moved instance. */
  move: (day: DayNumber) => DayNumber;
}

/** The parts of a MONTHLY rule that can name a day of the month. Here, one of them is present, and names a single day. */
type MonthParts = Pick<Rule, 'byDay' | 'byMonthDay'>;

/**
 * How a rule follows when one of its instances moves to another day. It can follow if it names only the old day: a WEEKLY rule by one
 * weekday (`BYDAY=MO`), a MONTHLY rule by one day (`BYMONTHDAY=14`) or by one weekday with an ordinal (`BYDAY=2TU`). It then names the new
 * day in the same way. The new ordinal counts from the start of the month, with two exceptions. It is -1 (the last) if the new day is the
 * fifth of its weekday in the month. It is also -1 if the old ordinal counts from the end, and the new day is the last of its weekday.
 * @returns undefined for all other rules, e.g. if the rule names no day, several days, another day, or a day by a negative BYMONTHDAY
 */
export function createDayMove(rule: Rule, from: DayNumber, to: DayNumber): DayMove | undefined {
  const { frequency, byDay = [], byMonthDay = [], byYearDay, byWeekNumber, byMonth, bySetPosition } = rule;
  const isOther = [byYearDay, byWeekNumber, byMonth, bySetPosition].some((part) => part !== undefined);
  if (isOther || byDay.length + byMonthDay.length !== 1) return undefined;
  const filter = createDayFilter(rule);
  if (!filter || !passes(filter, from)) return undefined;
  const [named] = byDay;
  if (frequency === 'WEEKLY') return { part: weekdayPart({ ordinal: 0, weekday: weekdayOf(to) }), move: by(to - from) };
  if (frequency !== 'MONTHLY' || named?.ordinal === 0 || (byMonthDay[0] ?? 1) < 0) return undefined;
  const next: MonthParts = named
    ? { byDay: [{ ordinal: ordinalOf(to, named.ordinal < 0), weekday: weekdayOf(to) }] }
    : { byMonthDay: [civilDate(to).day] };
  return { part: monthPart(next), move: byMonths(filter, next, from, to) };
}

const by =
  (days: number) =>
  (day: DayNumber): DayNumber =>
    day + days;

/** Moves each day that `filter` names to the day that `next` names, by as many months as `from` and `to` are apart. */
function byMonths(filter: DayFilter, next: MonthParts, from: DayNumber, to: DayNumber): DayMove['move'] {
  const nextFilter = createDayFilter({ frequency: 'MONTHLY', ...next });
  const months = monthIndexOf(to) - monthIndexOf(from);
  const otherwise = by(to - from);
  return (day) => {
    const moved = passes(filter, day) ? firstDayIn(monthIndexOf(day) + months, nextFilter) : undefined;
    // A month can lack the new day, e.g. the 31st.
    return moved ?? otherwise(day);
  };
}

/** The number of months since January of the year 0. */
function monthIndexOf(day: DayNumber): number {
  const { year, month } = civilDate(day);
  return year * MONTHS_PER_YEAR + month - 1;
}

function firstDayIn(monthIndex: number, filter: DayFilter | undefined): DayNumber | undefined {
  const [year, month] = [Math.floor(monthIndex / MONTHS_PER_YEAR), modulo(monthIndex, MONTHS_PER_YEAR) + 1];
  const mask = filter?.maskOf(year, month) ?? 0;
  return mask === 0 ? undefined : dayNumber(year, month, 1) + lowestBit(mask);
}

/** The ordinal of a weekday in its month: 1 to 4, or -1. @param wasFromEnd whether the old ordinal counts from the end of the month */
function ordinalOf(to: DayNumber, wasFromEnd: boolean): number {
  const { year, month, day } = civilDate(to);
  const isLast = day + DAYS_PER_WEEK > daysInMonth(year, month);
  const ordinal = Math.ceil(day / DAYS_PER_WEEK);
  return (wasFromEnd && isLast) || ordinal === 5 ? -1 : ordinal;
}

const weekdayPart = ({ ordinal, weekday }: WeekdayOrdinal): string =>
  `BYDAY=${ordinal === 0 ? '' : ordinal}${WEEKDAYS[weekday] ?? ''}`;

const monthPart = ({ byDay: [named] = [], byMonthDay: [day] = [] }: MonthParts): string =>
  named ? weekdayPart(named) : `BYMONTHDAY=${day}`;
