import { DAYS_PER_WEEK, dayNumber, daysInMonth, isLeapYear, modulo, SECONDS_PER_DAY, weekdayOf } from '../civil';
import type { DayNumber, EpochSeconds } from '../civil';

/** A local time type of RFC 9636: the offset of a zone between two transitions. */
export interface LocalTimeType {
  /** Seconds east of UTC. */
  offset: number;
  isDaylight: boolean;
  abbreviation: string;
}

/** The instant from which a local time type is in force. */
export interface Transition extends LocalTimeType {
  at: EpochSeconds;
}

interface YearlyChange {
  dayOf: (year: number) => DayNumber;
  /** Seconds after local midnight; negative values and more than 24 hours are legal (RFC 9636 §3.3.2). */
  secondsOfDay: number;
}

/** The rule of a POSIX TZ string. */
export interface PosixRule {
  standard: LocalTimeType;
  /** The two yearly changes; absent for a zone with a constant offset. */
  daylight?: LocalTimeType & { begins: YearlyChange; ends: YearlyChange };
}

const NAME = '(?:[A-Za-z]{3,}|<[A-Za-z0-9+-]+>)';
const TIME = '[+-]?\\d{1,3}(?::\\d{2}){0,2}';
const FOOTER = new RegExp(
  `^(${NAME})(${TIME})(?:(${NAME})(${TIME})?,([^,/]+)(?:/(${TIME}))?,([^,/]+)(?:/(${TIME}))?)?$`,
);

/**
 * Reads the footer of a TZif file: the rule for transitions after the last listed one.
 * Does not check whether a month or day exists.
 * @throws Error for a string that does not have the format of a POSIX TZ string (RFC 9636 §3.3.2)
 */
export function parsePosixRule(footer: string): PosixRule {
  const match = FOOTER.exec(footer);
  if (!match) throw new Error(`Not a POSIX TZ string: ${footer}`);
  const [, name = '', west = '', daylightName, daylightWest, begins, beginsAt, ends, endsAt] = match;
  // POSIX offsets are positive west of UTC. `0 - x` is never the number -0, as `-x` can be.
  const standard = { offset: 0 - parseTime(west), isDaylight: false, abbreviation: withoutBrackets(name) };
  if (daylightName === undefined || begins === undefined || ends === undefined) return { standard };
  return {
    standard,
    daylight: {
      offset: daylightWest === undefined ? standard.offset + 3600 : 0 - parseTime(daylightWest),
      isDaylight: true,
      abbreviation: withoutBrackets(daylightName),
      begins: { dayOf: yearlyDay(begins), secondsOfDay: parseTime(beginsAt ?? '2') },
      ends: { dayOf: yearlyDay(ends), secondsOfDay: parseTime(endsAt ?? '2') },
    },
  };
}

/** The transitions of one year, ascending; none for a constant offset. */
export function transitionsOfYear({ standard, daylight }: PosixRule, year: number): Transition[] {
  if (!daylight) return [];
  const { begins, ends, ...summer } = daylight;
  const instant = (change: YearlyChange, offsetBefore: number): EpochSeconds =>
    change.dayOf(year) * SECONDS_PER_DAY + change.secondsOfDay - offsetBefore;
  return [
    { ...summer, at: instant(begins, standard.offset) },
    { ...standard, at: instant(ends, summer.offset) },
  ].sort((a, b) => a.at - b.at);
}

function withoutBrackets(name: string): string {
  return name.replace(/[<>]/g, '');
}

function parseTime(text: string): number {
  const sign = text.startsWith('-') ? -1 : 1;
  const [hours = 0, minutes = 0, seconds = 0] = text.replace(/^[+-]/, '').split(':').map(Number);
  return sign * (hours * 3600 + minutes * 60 + seconds);
}

/**
 * Returns a function that gives the day of a POSIX TZ date in a year. `Mm.w.d` is the w-th (5 = last) weekday d (0 = Sunday) of
 * month m. `Jn` is the n-th day from 1, without 29 February. `n` is the n-th day from 0, with 29 February.
 */
function yearlyDay(text: string): (year: number) => DayNumber {
  const nth = /^M(\d{1,2})\.([1-5])\.([0-6])$/.exec(text);
  if (nth) {
    const [month = 0, week = 0, sundayBased = 0] = nth.slice(1).map(Number);
    return (year) => nthWeekday(year, month, { week, weekday: modulo(sundayBased - 1, DAYS_PER_WEEK) });
  }
  const withoutLeapDay = /^J(\d{1,3})$/.exec(text);
  if (withoutLeapDay) {
    const day = Number(withoutLeapDay[1]);
    return (year) => dayNumber(year, 1, 1) + day - (isLeapYear(year) && day >= 60 ? 0 : 1);
  }
  if (!/^\d{1,3}$/.test(text)) throw new Error(`Not a POSIX TZ date: ${text}`);
  return (year) => dayNumber(year, 1, 1) + Number(text);
}

function nthWeekday(year: number, month: number, { week, weekday }: { week: number; weekday: number }): DayNumber {
  const first = dayNumber(year, month, 1);
  const day = modulo(weekday - weekdayOf(first), DAYS_PER_WEEK) + (week - 1) * DAYS_PER_WEEK;
  return first + (day < daysInMonth(year, month) ? day : day - DAYS_PER_WEEK);
}
