import { parseInstant } from '@almanac/validation';

/** An ISO date with a time, but without an offset, as databases export it. */
const TIME_WITHOUT_OFFSET = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)$/;
/** The names of zones that JavaScript knows, e.g. `PST`. */
const ZONE = '(UTC?|GMT|[ECMP][SD]T)';
/** An offset after a time, e.g. `9:00 +0100`, a final `Z`, or the name of a zone. */
const OFFSET = new RegExp(String.raw`:\d\d(?:\.\d+)?\s*(?:[AP]M\s*)?[+-]\d|\dZ$|\b${ZONE}\b`, 'i');
/**
 * The name of a zone in parentheses, except after an offset, e.g. `GMT+0800 (CST)`: there the name can have another meaning than in
 * JavaScript. `Date` ignores text in parentheses.
 */
const ZONE_IN_PARENTHESES = new RegExp(String.raw`(?<!(?:GMT|UTC?|:\d\d)\s*[+-]\d\d:?\d\d\s*)\(${ZONE}\)`, 'i');
/** JavaScript parses an ISO date without a time as UTC. */
const ISO_DATE = /^\d{4}-\d\d-\d\d$/;
/** The beginning of a date with dots. In a date such as `2.1.2020`, JavaScript would parse the first number as the month. */
const NUMBERS_WITH_DOTS = /^\d+\. ?\d/;
/** E.g. `31.1.2020`, `31.01.20 9:05` and `31. 1. 2020, 09:05:00`. */
const DAY_FIRST =
  /^(?<day>\d{1,2})\. ?(?<month>\d{1,2})\. ?(?<year>\d{4}|\d\d)(?:,? (?<hour>\d{1,2})(?<minutes>:\d\d(?::\d\d)?))?$/;
/** E.g. `2020.01.31` and `2020. 1. 31. 9:05`. */
const YEAR_FIRST =
  /^(?<year>\d{4})\. ?(?<month>\d{1,2})\. ?(?<day>\d{1,2})\.?(?:,? (?<hour>\d{1,2})(?<minutes>:\d\d(?::\d\d)?))?$/;

/** The part of a date that begins with its time, its zone or a parenthesis. */
const TIME_AND_ZONE = new RegExp(String.raw`(?:\d{1,2}:\d\d|\(|\b${ZONE}\b).*$`, 'is');
/** 29, 30 or 31: a day that some months do not have, or the last two digits of a year. */
const LATE_DAY = /(?<!\d)(?:29|30|31)(?!\d)/g;

/**
 * The instant of a date with or without a time. A time without an offset is in UTC. In a date with dots, the day comes first, or a year
 * of four digits.
 * @returns null for a string that `Date` cannot parse, for a day that does not exist, and for a date outside the years 1 to 9999
 */
export function parseCsvDate(text: string): Date | null {
  const instant = NUMBERS_WITH_DOTS.test(text) ? parseDateWithDots(text) : parseOtherDate(text);
  const year = instant?.getUTCFullYear() ?? NaN;
  return year >= 1 && year <= 9999 ? instant : null;
}

function parseOtherDate(text: string): Date | null {
  if (!hasExistingDay(text)) return null;
  return parseInstant(withOffset(text.replace(ZONE_IN_PARENTHESES, '$1').replace(TIME_WITHOUT_OFFSET, '$1T$2Z')));
}

/**
 * Whether the day of a date exists in its month. `Date` parses e.g. `2/30/2020` as the first of March. So the month must stay the same if
 * the day is replaced by the first.
 */
function hasExistingDay(text: string): boolean {
  const date = text.replace(TIME_AND_ZONE, '');
  const monthOf = (changed: string): number | undefined => parseInstant(`${changed} UTC`)?.getUTCMonth();
  return [...date.matchAll(LATE_DAY)].every(
    ({ index }) => monthOf(date) === monthOf(`${date.slice(0, index)}01${date.slice(index + 2)}`),
  );
}

/** Adds `UTC` to a date without an offset: JavaScript would parse e.g. `Jan 31 2020` in the time zone of the server. */
function withOffset(text: string): string {
  return OFFSET.test(text) || ISO_DATE.test(text) ? text : `${text} UTC`;
}

function parseDateWithDots(text: string): Date | null {
  const parts = (DAY_FIRST.exec(text) ?? YEAR_FIRST.exec(text))?.groups;
  if (!parts) return null;
  const { year = '', month = '', day = '', hour = '0', minutes = ':00' } = parts;
  const pad = (number: string): string => number.padStart(2, '0');
  return parseInstant(`${withCentury(year)}-${pad(month)}-${pad(day)}T${pad(hour)}${minutes}Z`);
}

/** The year with four digits. 49 is 2049 and 50 is 1950, as in JavaScript. */
function withCentury(year: string): string {
  if (year.length === 4) return year;
  return `${Number(year) < 50 ? 20 : 19}${year}`;
}
