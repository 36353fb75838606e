import { dayOf, SECONDS_PER_DAY } from '../civil';
import type { DayNumber, EpochSeconds } from '../civil';
import type { Series } from '../series';
import { isOffsetConstant, toInstant, toWall } from '../zones/zone';

export interface Occurrence {
  start: EpochSeconds;
  end: EpochSeconds;
}

/** Half-open: what overlaps [from, to). A missing bound is none. */
export interface Window {
  from?: EpochSeconds;
  to?: EpochSeconds;
}

/** No local calendar differs from UTC, or from itself a transition earlier, by more than this. */
export const LARGEST_SHIFT = 2 * SECONDS_PER_DAY;

/** No occurrence of the series lasts longer. */
export function longestOf({ allDayLength, start, end }: Series): number {
  return allDayLength > 0 ? (allDayLength + 1) * SECONDS_PER_DAY : end - start;
}

/** The end of the instance at a start: the same elapsed time (RFC 5545 §3.8.5.3), for all-day events the same number of days. */
export function endOf(series: Series, start: EpochSeconds): EpochSeconds {
  const { zone, allDayLength } = series;
  if (start === series.start) return series.end;
  if (allDayLength === 0) return start + series.end - series.start;
  const wall = toWall(zone, start);
  const midnight = dayOf(wall) * SECONDS_PER_DAY;
  const isWholeDay = toInstant(zone, midnight) === start;
  return toInstant(zone, (isWholeDay ? midnight : wall) + allDayLength * SECONDS_PER_DAY);
}

/** Whether EXDATE takes out the instance at a start. */
export function isLeftOut({ zone, exceptions, exceptDays }: Series, start: EpochSeconds): boolean {
  return (
    (exceptions.size > 0 && exceptions.has(start)) ||
    (exceptDays.size > 0 && exceptDays.has(dayOf(toWall(zone, start))))
  );
}

/** Tells the local days EXDATE takes out whole, those near a transition excepted: there each instant is looked at. */
export function skippedDays({ zone, exceptDays }: Series): ((day: DayNumber) => boolean) | undefined {
  if (exceptDays.size === 0) return undefined;
  return (day) => {
    const midnight = day * SECONDS_PER_DAY;
    return exceptDays.has(day) && isOffsetConstant(zone, midnight - LARGEST_SHIFT, midnight + LARGEST_SHIFT);
  };
}
