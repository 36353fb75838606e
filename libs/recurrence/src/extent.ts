import { SECONDS_PER_DAY } from './civil';
import type { EpochSeconds } from './civil';
import { expand } from './expansion/expand';
import { lastWall } from './expansion/walls';
import type { Series } from './series';
import { toInstant } from './zones/zone';

/** No occurrence lies outside; `to` is undefined when the series goes on to the end of the calendar. */
export interface Extent {
  from: EpochSeconds;
  to?: EpochSeconds;
}

const DENSE_PER_YEAR = 1_000;
const YEAR_SECONDS = 366 * SECONDS_PER_DAY;
/** Enough to meet a year in its full density even when the rule pauses for some years. */
const LOOKED_AT = 4 * DENSE_PER_YEAR;

/** The bounds within which all occurrences of a series lie, for an index that sorts series out before they are expanded. */
export function extentOf(series: Series): Extent {
  const { zone, plan, until, additions, start, end, allDayLength } = series;
  const length = allDayLength > 0 ? (allDayLength + 1) * SECONDS_PER_DAY : end - start;
  const from = additions[0] ?? start;
  const lastAddition = additions.at(-1) ?? start;
  if (!plan) return { from, to: Math.max(end, lastAddition + length) };
  const counted = lastWall(plan);
  const last = Math.min(until, counted === Infinity ? Infinity : toInstant(zone, counted));
  return last === Infinity ? { from } : { from, to: Math.max(last, lastAddition) + length };
}

/** Whether a series has more than 1,000 occurrences in some year: too many to be kept in a table. */
export function isDense(series: Series): boolean {
  if (mostPerYear(series) <= DENSE_PER_YEAR) return false;
  const recent: EpochSeconds[] = [];
  let seen = 0;
  for (const { start } of expand(series)) {
    const before = recent[seen % DENSE_PER_YEAR];
    if (before !== undefined && start - before < YEAR_SECONDS) return true;
    recent[seen % DENSE_PER_YEAR] = start;
    seen += 1;
    if (seen > LOOKED_AT) return false;
  }
  return false;
}

/** A bound that needs no expansion: what a year would hold with an occurrence at each of the rule's times of day, every day. */
function mostPerYear({ recurrence, additions }: Series): number {
  if (!recurrence) return additions.length;
  const { frequency, byHour, byMinute, bySecond } = recurrence.rule;
  if (frequency === 'HOURLY' || frequency === 'MINUTELY') return Infinity;
  const timesOfDay = [byHour, byMinute, bySecond].reduce((product, times) => product * (times?.length ?? 1), 1);
  return 366 * timesOfDay + additions.length;
}
