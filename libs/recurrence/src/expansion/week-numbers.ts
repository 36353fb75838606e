import { dayNumber, DAYS_PER_WEEK, modulo, weekdayOf } from '../civil';
import type { DayNumber } from '../civil';

const DAYS_THAT_MAKE_A_WEEK_THE_FIRST = 4;

/**
 * All days of the numbered weeks that touch a year, ascending: the year's own weeks and those of its neighbours, since
 * 29–31 December may lie in week 1 of the next year and 1–3 January in the last week of the one before (RFC 5545 §3.3.10).
 */
export function weeksOfYear(year: number, numbers: number[], weekStart: number): DayNumber[] {
  return [year - 1, year, year + 1].flatMap((each) => {
    const first = firstWeek(each, weekStart);
    const count = (firstWeek(each + 1, weekStart) - first) / DAYS_PER_WEEK;
    return numbers
      .map((number) => (number < 0 ? count + number : number - 1))
      .filter((index) => index >= 0 && index < count)
      .flatMap((index) => Array.from({ length: DAYS_PER_WEEK }, (_, day) => first + index * DAYS_PER_WEEK + day));
  });
}

/** The first day of week 1: the first week with at least four days in the year. */
function firstWeek(year: number, weekStart: number): DayNumber {
  const newYear = dayNumber(year, 1, 1);
  const begin = newYear - modulo(weekdayOf(newYear) - weekStart, DAYS_PER_WEEK);
  return newYear - begin <= DAYS_PER_WEEK - DAYS_THAT_MAKE_A_WEEK_THE_FIRST ? begin : begin + DAYS_PER_WEEK;
}
