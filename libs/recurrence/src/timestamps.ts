import { ValidationError } from '@almanac/errors';
import { civilDate, dayNumber, dayOf, isCalendarDate, modulo, SECONDS_PER_DAY } from './civil';
import type { DayNumber, EpochSeconds, LocalSeconds } from './civil';
import { offsetAt } from './zones/zone';
import type { Zone } from './zones/zone';

export const FIRST_YEAR = 1900;
export const LAST_YEAR = 2199;

const TIMESTAMP =
  /^(\d{4})-(\d{2})-(\d{2})[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;
/** In characters. */
const MAX_LENGTH = 64;
/** The last second of the year 9999 in UTC. */
const LAST_UNTIL: EpochSeconds = 253_402_300_799;

/**
 * The instant of an RFC 3339 date-time. Fractions of a second are ignored; a leap second is read as the second before it.
 * @param property the name of the input in the error
 * @throws ValidationError for any other string, a date that does not exist, and years outside 1900 to 2199
 */
export function parseTimestamp(text: string, property?: string): EpochSeconds {
  const match = text.length <= MAX_LENGTH ? TIMESTAMP.exec(text) : null;
  if (!match) {
    throw new ValidationError('A timestamp is an RFC 3339 date-time with seconds and an offset or Z.', { property });
  }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  if (!isCalendarDate({ year, month, day })) {
    throw new ValidationError('The timestamp names a date that does not exist.', { property });
  }
  if (year < FIRST_YEAR || year > LAST_YEAR) {
    throw new ValidationError(`A timestamp must lie in the years ${FIRST_YEAR} to ${LAST_YEAR}.`, { property });
  }
  const offset = (match[7] === '-' ? -1 : 1) * (Number(match[8] ?? 0) * 3600 + Number(match[9] ?? 0) * 60);
  const time = hour * 3600 + minute * 60 + Math.min(second, 59);
  return dayNumber(year, month, day) * SECONDS_PER_DAY + time - offset;
}

/** `YYYY-MM-DDTHH:mm:ssZ`. */
export function formatUtc(instant: EpochSeconds): string {
  return `${formatLocal(instant)}Z`;
}

/** `YYYY-MM-DDTHH:mm:ss±hh:mm` in the zone's local time. The offset is rounded to minutes. */
export function formatInZone(zone: Zone, instant: EpochSeconds): string {
  const offset = offsetAt(zone, instant);
  const sign = offset < 0 ? '-' : '+';
  return `${formatLocal(instant + offset)}${sign}${hoursAndMinutes(Math.round(Math.abs(offset) / 60))}`;
}

/** `YYYY-MM-DDTHH:mm:ss`, without offset. */
export function formatLocal(local: LocalSeconds): string {
  const time = modulo(local, SECONDS_PER_DAY);
  return `${dateText(dayOf(local), '-')}T${hoursAndMinutes(Math.floor(time / 60))}:${twoDigits(time % 60)}`;
}

/** iCalendar's DATE, `YYYYMMDD` (RFC 5545 §3.3.4). */
export function formatBasicDate(local: LocalSeconds): string {
  return dateText(dayOf(local), '');
}

/** iCalendar's local DATE-TIME, `YYYYMMDDTHHMMSS` (RFC 5545 §3.3.5). */
export function formatBasicLocal(local: LocalSeconds): string {
  const time = modulo(local, SECONDS_PER_DAY);
  const minute = Math.floor(time / 60);
  return `${formatBasicDate(local)}T${twoDigits(Math.floor(minute / 60))}${twoDigits(minute % 60)}${twoDigits(time % 60)}`;
}

/** iCalendar's UTC DATE-TIME, `YYYYMMDDTHHMMSSZ` (RFC 5545 §3.3.5). */
export function formatBasicUtc(instant: EpochSeconds): string {
  return `${formatBasicLocal(instant)}Z`;
}

/** The value of UNTIL in UTC. It has no years after 9999, although 9999-12-31 in the zone of a series can end later. */
export function formatUntil(instant: EpochSeconds): string {
  return formatBasicUtc(Math.min(instant, LAST_UNTIL));
}

function dateText(days: DayNumber, separator: '-' | ''): string {
  const { year, month, day } = civilDate(days);
  return `${String(year).padStart(4, '0')}${separator}${twoDigits(month)}${separator}${twoDigits(day)}`;
}

function hoursAndMinutes(minutes: number): string {
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** The strings from `00` to `99`. A response with occurrences contains thousands of them; shared strings need no garbage collection. */
const TWO_DIGITS = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'));

function twoDigits(value: number): string {
  return TWO_DIGITS[value] ?? String(value);
}

const BASIC_UTC = /^(\d{4})(\d{2})(\d{2})T([01]\d|2[0-3])([0-5]\d)([0-5]\d)Z$/;

/** The instant of a UTC DATE-TIME of iCalendar; undefined for any other string. */
export function parseBasicUtc(text: string): EpochSeconds | undefined {
  const match = BASIC_UTC.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  if (!isCalendarDate({ year, month, day })) return undefined;
  return dayNumber(year, month, day) * SECONDS_PER_DAY + hour * 3600 + minute * 60 + second;
}
