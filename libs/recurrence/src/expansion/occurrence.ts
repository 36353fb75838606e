import { dayOf, SECONDS_PER_DAY } from '../civil';
import type { DayNumber, EpochSeconds } from '../civil';
import type { Series } from '../series';
import { isOffsetConstant, toInstant, toLocal } from '../zones/zone';

/** The start and the end of an occurrence. */
export interface OccurrenceSpan {
  start: EpochSeconds;
  end: EpochSeconds;
}

/** A half-open period: [from, to). Without a bound, the period is not limited on that side. */
export interface Window {
  from?: EpochSeconds;
  to?: EpochSeconds;
  /** Leaves out occurrences that start earlier, even when they overlap the window. */
  earliestStart?: EpochSeconds;
}

/** A bound, in seconds: no offset of a zone, and no change of an offset, is greater. */
export const MAX_OFFSET_SECONDS = 2 * SECONDS_PER_DAY;

/** An upper bound of the duration of an occurrence, in seconds. */
export function longestDuration({ allDayLength, start, end }: Series): number {
  return allDayLength > 0 ? (allDayLength + 1) * SECONDS_PER_DAY : end - start;
}

/**
 * The end of the instance at a start. It lasts as many seconds as the first instance (RFC 5545 §3.8.5.3), or, in an all-day event, as many
 * days.
 */
export function endOf(series: Series, start: EpochSeconds): EpochSeconds {
  const { zone, allDayLength } = series;
  if (start === series.start) return series.end;
  if (allDayLength === 0) return start + series.end - series.start;
  const local = toLocal(zone, start);
  const midnight = dayOf(local) * SECONDS_PER_DAY;
  const isWholeDay = toInstant(zone, midnight) === start;
  return toInstant(zone, (isWholeDay ? midnight : local) + allDayLength * SECONDS_PER_DAY);
}

/** Whether EXDATE excludes the instance at a start, or an override replaces it. */
export function isExcluded({ zone, exceptions, exceptionDays, overridden }: Series, start: EpochSeconds): boolean {
  return (
    (overridden.size > 0 && overridden.has(start)) ||
    (exceptions.size > 0 && exceptions.has(start)) ||
    (exceptionDays.size > 0 && exceptionDays.has(dayOf(toLocal(zone, start))))
  );
}

/**
 * Returns a test for the local days that EXDATE excludes completely; undefined when there are none. The test is false for days near a
 * change of the zone's offset: a local time that clocks skip can become an instant of the next day, so callers test each instant there.
 */
export function excludedDayTest({ zone, exceptionDays }: Series): ((day: DayNumber) => boolean) | undefined {
  if (exceptionDays.size === 0) return undefined;
  return (day) => {
    const midnight = day * SECONDS_PER_DAY;
    return (
      exceptionDays.has(day) && isOffsetConstant(zone, midnight - MAX_OFFSET_SECONDS, midnight + MAX_OFFSET_SECONDS)
    );
  };
}
