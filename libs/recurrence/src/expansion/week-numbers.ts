import { civilDate, dayNumber, DAYS_PER_WEEK, modulo, weekdayOf } from '../civil';
import type { DayNumber } from '../civil';

const MIN_DAYS_OF_FIRST_WEEK = 4;

/**
 * All days of the weeks `numbers` of a year, ascending; negative numbers count from the last week. Week 1 and the last week can reach into
 * the neighbouring years.
 * @param weekStart the first day of a week; 0 is Monday
 */
export function daysOfWeeks(year: number, numbers: number[], weekStart: number): DayNumber[] {
  const first = firstWeek(year, weekStart);
  const count = (firstWeek(year + 1, weekStart) - first) / DAYS_PER_WEEK;
  const indices = numbers
    .map((number) => (number < 0 ? count + number : number - 1))
    .filter((index) => index >= 0 && index < count);
  return [...new Set(indices)]
    .sort((a, b) => a - b)
    .flatMap((index) => Array.from({ length: DAYS_PER_WEEK }, (_, day) => first + index * DAYS_PER_WEEK + day));
}

/** The year whose weeks contain a day: 29 to 31 December can belong to the next year, 1 to 3 January to the previous one. */
export function weekYearOf(day: DayNumber, weekStart: number): number {
  const { year } = civilDate(day);
  if (day < firstWeek(year, weekStart)) return year - 1;
  return day < firstWeek(year + 1, weekStart) ? year : year + 1;
}

/** The first day of week 1: the first week with at least four days in the year (RFC 5545 §3.3.10, BYWEEKNO). */
function firstWeek(year: number, weekStart: number): DayNumber {
  const newYear = dayNumber(year, 1, 1);
  const begin = newYear - modulo(weekdayOf(newYear) - weekStart, DAYS_PER_WEEK);
  return newYear - begin <= DAYS_PER_WEEK - MIN_DAYS_OF_FIRST_WEEK ? begin : begin + DAYS_PER_WEEK;
}
