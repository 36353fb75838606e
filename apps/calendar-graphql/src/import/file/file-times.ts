import { ValidationError } from '@almanac/errors';
import { parseDateValue } from '@almanac/recurrence';
import ICAL from 'ical.js';
import { type FileDuration, type FileTime } from './file-event';
import { type Property } from './properties';

/** Finds the IANA name of a TZID. @throws ValidationError for an unknown one */
export type ZoneLookup = (tzid: string) => string;

const SECONDS_PER_HOUR = 3_600;
const DAYS_PER_WEEK = 7;

function readTime(name: string, value: unknown, tzid: string | undefined, zoneOf: ZoneLookup): FileTime {
  // ical.js returns times in the extended format of ISO 8601, as jCal (RFC 7265) requires; `parseDateValue` reads the basic format.
  const time = parseDateValue(String(value).replaceAll(/[-:]/g, ''), name);
  if (time.kind !== 'local') return time;
  return { kind: 'local', local: time.local, ...(tzid !== undefined && { zone: zoneOf(tzid) }) };
}

/**
 * The values of a property with times: DTSTART, DTEND, RECURRENCE-ID, RDATE or EXDATE.
 * @param name the name of the property, for messages
 * @throws ValidationError for a wrong value, a period (RFC 5545 §3.3.9) and an unknown zone
 */
export function readTimes(name: string, { parameters, type, values }: Property, zoneOf: ZoneLookup): FileTime[] {
  if (type === 'period') throw new ValidationError(`${name} has periods, which are not supported.`);
  return values
    .filter((value) => value !== '')
    .map((value) => readTime(name, value, parameters.tzid?.trim() || undefined, zoneOf));
}

/**
 * The first value of a property with times. Throws the errors of {@link readTimes}, and ValidationError if there is no value.
 */
export function readSingleTime(name: string, property: Property, zoneOf: ZoneLookup): FileTime {
  const [time] = readTimes(name, property, zoneOf);
  if (!time) throw new ValidationError(`${name} has no value.`);
  return time;
}

/** RFC 5545 §3.3.6; also weeks with days, a final `T`, and units in any order, as some programs write them. */
const DURATION = /^[+-]?P(?=T?\d)(?:\d{1,9}[WD]){0,2}(?:T(?:\d{1,9}[HMS]){0,3})?$/;

/** Reads a DURATION. @throws ValidationError for any other string and for a negative duration */
export function readDuration(text: string): FileDuration {
  if (!DURATION.test(text)) throw new ValidationError('DURATION is not valid.');
  const { weeks, days, hours, minutes, seconds, isNegative } = ICAL.Duration.fromString(text);
  if (isNegative) throw new ValidationError('DURATION is negative.');
  return { days: weeks * DAYS_PER_WEEK + days, seconds: hours * SECONDS_PER_HOUR + minutes * 60 + seconds };
}
