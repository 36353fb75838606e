import { civilDate, dayNumber, DAYS_PER_WEEK, daysInMonth, isLeapYear, modulo, weekdayOf } from '../civil';
import type { DayNumber } from '../civil';
import type { Rule, WeekdayOrdinal } from '../grammar/rule';

/** The days of a month as bits; bit 0 is the first day. */
export type MonthMask = number;

export interface DayFilter {
  /** The days of a month that pass the filter. */
  maskOf: (year: number, month: number) => MonthMask;
}

type DayParts = Pick<Rule, 'byMonth' | 'byMonthDay' | 'byYearDay' | 'byDay' | 'frequency'>;
type MaskSource = (year: number, month: number) => MonthMask;

/**
 * A filter for the days that satisfy every BYxxx part about days, except BYWEEKNO; undefined for a rule without such parts. Each part
 * only removes days, also where the table in RFC 5545 §3.3.10 says "expand": the days of a period are its calendar days that pass the
 * filter.
 */
export function createDayFilter(parts: DayParts): DayFilter | undefined {
  const sources: MaskSource[] = [];
  const { byMonth, byMonthDay, byYearDay, byDay } = parts;
  if (byMonth) sources.push((year, month) => (byMonth.includes(month) ? wholeMonth(year, month) : 0));
  if (byMonthDay) sources.push(monthDayMasks(byMonthDay));
  if (byYearDay) sources.push(yearMasks((year) => yearDays(year, byYearDay)));
  if (byDay) sources.push(weekdayMasks(byDay, parts));
  if (sources.length === 0) return undefined;
  return {
    maskOf: (year, month) => sources.reduce((mask, source) => (mask === 0 ? 0 : mask & source(year, month)), ~0),
  };
}

/** Whether a day passes the filter. */
export function passes(filter: DayFilter, day: DayNumber): boolean {
  const date = civilDate(day);
  return (filter.maskOf(date.year, date.month) & bit(date.day)) !== 0;
}

/** Appends the days of a mask to `days`, ascending. @param firstOfMonth the first day of the month */
export function collectDays(mask: MonthMask, firstOfMonth: DayNumber, days: DayNumber[]): void {
  for (let rest = mask; rest !== 0; rest &= rest - 1) days.push(firstOfMonth + lowestBit(rest));
}

/** The index of the lowest bit that is set. */
export function lowestBit(mask: MonthMask): number {
  return 31 - Math.clz32(mask & -mask);
}

function wholeMonth(year: number, month: number): MonthMask {
  return 2 ** daysInMonth(year, month) - 1;
}

function bit(day: number): MonthMask {
  return 1 << (day - 1);
}

function monthDayMasks(byMonthDay: number[]): MaskSource {
  const byLength = [28, 29, 30, 31].map((length) =>
    byMonthDay
      .map((day) => (day < 0 ? length + 1 + day : day))
      .filter((day) => day >= 1 && day <= length)
      .reduce((mask, day) => mask | bit(day), 0),
  );
  return (year, month) => byLength[daysInMonth(year, month) - 28] ?? 0;
}

/**
 * Masks of the days that `daysOf` returns for a year, without days outside that year. The masks of the last requested year are cached,
 * because callers request the months of a year one after the other.
 */
function yearMasks(daysOf: (year: number) => DayNumber[]): MaskSource {
  let knownYear = NaN;
  let masks: MonthMask[] = [];
  return (year, month) => {
    if (year !== knownYear) {
      knownYear = year;
      masks = [];
      for (const day of daysOf(year)) {
        const date = civilDate(day);
        if (date.year === year) masks[date.month] = (masks[date.month] ?? 0) | bit(date.day);
      }
    }
    return masks[month] ?? 0;
  };
}

function yearDays(year: number, byYearDay: number[]): DayNumber[] {
  const length = isLeapYear(year) ? 366 : 365;
  const first = dayNumber(year, 1, 1);
  return byYearDay.map((day) => first + (day < 0 ? length + day : day - 1));
}

/**
 * The values of BYDAY are joined by "or": `1MO,MO` is every Monday. Ordinals count within the year in a YEARLY rule without BYMONTH,
 * else within the month (RFC 5545 §3.3.10).
 */
function weekdayMasks(byDay: WeekdayOrdinal[], { frequency, byMonth }: DayParts): MaskSource {
  const countsInYear = frequency === 'YEARLY' && !byMonth;
  const inYear = countsInYear ? byDay.filter(({ ordinal }) => ordinal !== 0) : [];
  const inMonth = countsInYear ? byDay.filter(({ ordinal }) => ordinal === 0) : byDay;
  const monthly = monthWeekdayMasks(inMonth);
  if (inYear.length === 0) return monthly;
  const yearly = yearMasks((year) => {
    const first = dayNumber(year, 1, 1);
    const length = isLeapYear(year) ? 366 : 365;
    return inYear.flatMap((each) => weekdaysIn(first, length, each));
  });
  return (year, month) => monthly(year, month) | yearly(year, month);
}

/** A mask depends only on the length and the first weekday of the month, so there are at most 28 masks, which are cached. */
function monthWeekdayMasks(byDay: WeekdayOrdinal[]): MaskSource {
  const known = new Map<number, MonthMask>();
  return (year, month) => {
    const length = daysInMonth(year, month);
    const first = dayNumber(year, month, 1);
    const key = length * DAYS_PER_WEEK + weekdayOf(first);
    let mask = known.get(key);
    if (mask === undefined) {
      mask = byDay
        .flatMap((each) => weekdaysIn(first, length, each))
        .reduce((all, day) => all | bit(day - first + 1), 0);
      known.set(key, mask);
    }
    return mask;
  };
}

/**
 * The days that a BYDAY value names within `length` days from `first`. The ordinal 0 names every day with the weekday; negative
 * ordinals count from the end.
 */
function weekdaysIn(first: DayNumber, length: number, { ordinal, weekday }: WeekdayOrdinal): DayNumber[] {
  const offset = modulo(weekday - weekdayOf(first), DAYS_PER_WEEK);
  const count = Math.ceil((length - offset) / DAYS_PER_WEEK);
  const nth = (index: number): DayNumber => first + offset + index * DAYS_PER_WEEK;
  if (ordinal === 0) return Array.from({ length: count }, (_, index) => nth(index));
  const index = ordinal < 0 ? count + ordinal : ordinal - 1;
  return index >= 0 && index < count ? [nth(index)] : [];
}
