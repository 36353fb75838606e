import { ValidationError } from '@almanac/errors';
import { civilDate, dayNumber, dayOf, isCalendarDate, modulo, SECONDS_PER_DAY } from './civil';
import type { DayNumber, EpochSeconds, WallSeconds } from './civil';
import { offsetAt } from './zones/zone';
import type { Zone } from './zones/zone';

export const FIRST_YEAR = 1900;
export const LAST_YEAR = 2199;

const TIMESTAMP =
  /^(\d{4})-(\d{2})-(\d{2})[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;
const MAXIMUM_LENGTH = 64;

/**
 * Reads an RFC 3339 date-time with its offset. Fractions are cut to whole seconds, a leap second is the second before it.
 * @param property names the input in the error.
 * @throws ValidationError when the text is none, names no calendar date, or lies outside 1900–2199.
 */
export function parseTimestamp(text: string, property?: string): EpochSeconds {
  const match = text.length <= MAXIMUM_LENGTH ? TIMESTAMP.exec(text) : null;
  if (!match) {
    throw new ValidationError('A timestamp is an RFC 3339 date-time with seconds and an offset or Z.', { property });
  }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  if (!isCalendarDate({ year, month, day })) {
    throw new ValidationError('The timestamp names a day the calendar does not have.', { property });
  }
  if (year < FIRST_YEAR || year > LAST_YEAR) {
    throw new ValidationError(`A timestamp lies in the years ${FIRST_YEAR} to ${LAST_YEAR}.`, { property });
  }
  const offset = (match[7] === '-' ? -1 : 1) * (Number(match[8] ?? 0) * 3600 + Number(match[9] ?? 0) * 60);
  const time = hour * 3600 + minute * 60 + Math.min(second, 59);
  return dayNumber(year, month, day) * SECONDS_PER_DAY + time - offset;
}

/** `YYYY-MM-DDTHH:mm:ssZ`. */
export function formatUtc(instant: EpochSeconds): string {
  return `${formatWall(instant)}Z`;
}

/** `YYYY-MM-DDTHH:mm:ss±hh:mm` on the zone's clock; the offset is always numeric, rounded to the minute where it has seconds. */
export function formatInZone(zone: Zone, instant: EpochSeconds): string {
  const offset = offsetAt(zone, instant);
  const sign = offset < 0 ? '-' : '+';
  return `${formatWall(instant + offset)}${sign}${hoursAndMinutes(Math.round(Math.abs(offset) / 60))}`;
}

/** `YYYY-MM-DDTHH:mm:ss`, the wall time alone. */
export function formatWall(wall: WallSeconds): string {
  const time = modulo(wall, SECONDS_PER_DAY);
  return `${dateText(dayOf(wall)).extended}T${hoursAndMinutes(Math.floor(time / 60))}:${two(time % 60)}`;
}

/** iCalendar's DATE, `YYYYMMDD` (RFC 5545 §3.3.4). */
export function formatBasicDate(wall: WallSeconds): string {
  return dateText(dayOf(wall)).basic;
}

/** iCalendar's local DATE-TIME, `YYYYMMDDTHHMMSS` (RFC 5545 §3.3.5). */
export function formatBasicWall(wall: WallSeconds): string {
  const time = modulo(wall, SECONDS_PER_DAY);
  const minute = Math.floor(time / 60);
  return `${formatBasicDate(wall)}T${two(Math.floor(minute / 60))}${two(minute % 60)}${two(time % 60)}`;
}

/** iCalendar's UTC DATE-TIME, `YYYYMMDDTHHMMSSZ` (RFC 5545 §3.3.5). */
export function formatBasicUtc(instant: EpochSeconds): string {
  return `${formatBasicWall(instant)}Z`;
}

let lastDay: DayNumber = NaN;
let lastText = { extended: '', basic: '' };

/** Who writes many times mostly writes those of one day after another, so the last is kept. */
function dateText(days: DayNumber): { extended: string; basic: string } {
  if (days !== lastDay) {
    const { year, month, day } = civilDate(days);
    lastDay = days;
    lastText = {
      extended: `${four(year)}-${two(month)}-${two(day)}`,
      basic: `${four(year)}${two(month)}${two(day)}`,
    };
  }
  return lastText;
}

// A page of occurrences writes hundreds of times: looked up, they need no new strings.
const TWO_DIGITS = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'));
const MINUTES_OF_DAY = Array.from(
  { length: 1_440 },
  (_, minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`,
);

/** @param minutes less than a day of them */
function hoursAndMinutes(minutes: number): string {
  return MINUTES_OF_DAY[minutes] ?? '';
}

function two(value: number): string {
  return TWO_DIGITS[value] ?? '';
}

function four(value: number): string {
  return String(value).padStart(4, '0');
}
