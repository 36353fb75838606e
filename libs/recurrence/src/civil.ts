/** A day of the proleptic Gregorian calendar as the number of days since 1970-01-01. */
export type DayNumber = number;
/** A local time (RFC 5545 §3.3.5) without its zone: seconds since 1970-01-01T00:00:00 in local time. */
export type LocalSeconds = number;
/** Seconds since 1970-01-01T00:00:00Z. */
export type EpochSeconds = number;

export const SECONDS_PER_DAY = 86_400;
export const DAYS_PER_WEEK = 7;
export const MONTHS_PER_YEAR = 12;

export interface CivilDate {
  year: number;
  /** 1–12. */
  month: number;
  /** 1–31. */
  day: number;
}

// The algorithms `days_from_civil` and `civil_from_days` of Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms". An era
// is 400 years of the Gregorian calendar. In both algorithms, years begin on 1 March, so that a leap day is the last day of its year.
const DAYS_PER_ERA = 146_097;
const YEARS_PER_ERA = 400;
/** The days from 0000-03-01, the first day of era 0, to 1970-01-01. */
const DAYS_FROM_ERA_TO_1970 = 719_468;

/**
 * The day number of a date. A day outside its month is a day of another month, e.g. 32 January is 1 February. Month 0 is December of the
 * year before, and month 13 is January of the next year.
 */
export function dayNumber(year: number, month: number, day: number): DayNumber {
  const marchYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(marchYear / YEARS_PER_ERA);
  const yearOfEra = marchYear - era * YEARS_PER_ERA;
  const marchMonth = month > 2 ? month - 3 : month + 9;
  const dayOfYear = Math.floor((153 * marchMonth + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_PER_ERA + dayOfEra - DAYS_FROM_ERA_TO_1970;
}

/** The date of a day number. */
export function civilDate(day: DayNumber): CivilDate {
  const shifted = day + DAYS_FROM_ERA_TO_1970;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  const dayOfEra = shifted - era * DAYS_PER_ERA;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return {
    year: yearOfEra + era * YEARS_PER_ERA + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
  };
}

/** The weekday of a day: 0 is Monday, 6 is Sunday. */
export function weekdayOf(day: DayNumber): number {
  return modulo(day + 3, DAYS_PER_WEEK);
}

export function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The length of a month (1–12); 0 for other numbers. */
export function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (MONTH_LENGTHS[month - 1] ?? 0);
}

/** Whether the date exists; 30 February does not. */
export function isCalendarDate({ year, month, day }: CivilDate): boolean {
  return day >= 1 && day <= daysInMonth(year, month);
}

/** The day of a local time. */
export function dayOf(seconds: LocalSeconds): DayNumber {
  return Math.floor(seconds / SECONDS_PER_DAY);
}

/** The remainder with the sign of the divisor, unlike `%`. */
export function modulo(value: number, divisor: number): number {
  return value - divisor * Math.floor(value / divisor);
}
