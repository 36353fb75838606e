import { ValidationError } from '@almanac/errors';
import { dayOf, SECONDS_PER_DAY } from './civil';
import type { EpochSeconds } from './civil';
import type { OccurrenceSpan } from './expansion/occurrence';
import { parseRecurrence } from './grammar/recurrence-text';
import { createSeries, wholeDays } from './series';
import type { Series } from './series';
import { parseTimestamp } from './timestamps';
import { findZone } from './zones/zone-catalogue';
import { toInstant, toLocal } from './zones/zone';
import type { Zone } from './zones/zone';

/** An event's time as a client sends it. */
export interface EventTimeText {
  /** An IANA name; case does not matter. */
  timeZone: string;
  /** RFC 3339. */
  start: string;
  /** RFC 3339. */
  end: string;
  /** The lines of RRULE, EXDATE and RDATE; null or absent for a single event. */
  recurrence?: string | null;
}

/** An event's time as it is stored. */
export interface StoredEventTime {
  timeZone: string;
  start: Date;
  end: Date;
  /** The lines of RRULE, EXDATE and RDATE; null or absent for a single event. */
  recurrence?: string | null;
  /** The starts of the instances that overrides replace. */
  overridden?: readonly Date[];
}

const MAX_DAYS = 366;

/**
 * The `Series` of an event's time (also of a single event) as a client sends it.
 * @throws ValidationError whose `property` is `input.time.` and the name of the wrong field.
 */
export function readSeries(input: EventTimeText): Series {
  const zone = requireZone(input.timeZone, 'input.time.timeZone');
  const { start, end } = readTimes(zone, input);
  return createSeries({ zone, start, end, recurrence: parseRecurrence(input.recurrence) });
}

/** Start and end as a client sends them, in the format of RFC 3339. */
export interface TimesText {
  start: string;
  end: string;
  /**
   * True widens the time to whole local days: from the day of `start` to the day of `end`, or to the day before when `end` is
   * midnight. False refuses a time from midnight to midnight. Null and undefined accept the time as it is.
   */
  allDay?: boolean | null;
}

/**
 * Reads a start and an end. `zone` is the zone of the local days.
 * @throws ValidationError whose `property` is `input.time.` and the name of the wrong field.
 */
export function readTimes(zone: Zone, input: TimesText): OccurrenceSpan {
  const start = parseTimestamp(input.start, 'input.time.start');
  const end = parseTimestamp(input.end, 'input.time.end');
  if (end < start) throw new ValidationError('The event ends before it starts.', { property: 'input.time.end' });
  const times = input.allDay === true ? widenToWholeDays(zone, start, end) : { start, end };
  const allDayLength = wholeDays(zone, times.start, times.end);
  if (input.allDay === false && allDayLength > 0) {
    const message = 'A time from midnight to midnight is all-day: leave allDay out or change the time.';
    throw new ValidationError(message, { property: 'input.time.allDay' });
  }
  const days = allDayLength > 0 ? allDayLength : (end - start) / SECONDS_PER_DAY;
  if (days > MAX_DAYS) {
    throw new ValidationError(`An event lasts at most ${MAX_DAYS} days.`, { property: 'input.time.end' });
  }
  return times;
}

/** Widens a time to whole local days, at least one. */
function widenToWholeDays(zone: Zone, start: EpochSeconds, end: EpochSeconds): OccurrenceSpan {
  const midnightOf = (day: number): EpochSeconds => toInstant(zone, day * SECONDS_PER_DAY);
  const first = dayOf(toLocal(zone, start));
  const last = dayOf(toLocal(zone, end));
  const next = midnightOf(last) === end ? last : last + 1;
  return { start: midnightOf(first), end: midnightOf(Math.max(first + 1, next)) };
}

/**
 * The `Series` of a stored event (also of a single event).
 * @throws ValidationError when the stored strings no longer pass the checks of input
 */
export function seriesOfStored({ timeZone, start, end, recurrence, overridden }: StoredEventTime): Series {
  return createSeries({
    zone: requireZone(timeZone, 'timeZone'),
    start: toEpochSeconds(start),
    end: toEpochSeconds(end),
    recurrence: parseRecurrence(recurrence),
    overridden: overridden?.map(toEpochSeconds),
  });
}

/** The zone of an IANA name. @throws ValidationError with `property` when the tz database has no such name */
export function requireZone(name: string, property: string): Zone {
  const zone = findZone(name);
  if (!zone) throw new ValidationError('A time zone is an IANA name such as Europe/Berlin.', { property });
  return zone;
}

/** Whole seconds since 1970, rounded down. */
export function toEpochSeconds(date: Date): EpochSeconds {
  return Math.floor(date.getTime() / 1000);
}

export function toDate(instant: EpochSeconds): Date {
  return new Date(instant * 1000);
}
