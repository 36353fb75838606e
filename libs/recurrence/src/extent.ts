import { SECONDS_PER_DAY } from './civil';
import type { EpochSeconds } from './civil';
import { withoutOverrides } from './exceptions';
import { expand } from './expansion/expand';
import { lastLocalTimeByCount } from './expansion/local-times';
import { longestDuration } from './expansion/occurrence';
import type { Series } from './series';
import { toInstant } from './zones/zone';

/** No occurrence starts before `from` or ends after `to`; `to` is undefined for an endless series. */
export interface Extent {
  from: EpochSeconds;
  to?: EpochSeconds;
}

const DENSE_PER_YEAR = 1_000;
const YEAR_IN_SECONDS = 366 * SECONDS_PER_DAY;
/** {@link isDense} reads at most this many occurrences. It reads more than those of the first year, because a later year can be dense. */
const MAX_EXPANDED = 4 * DENSE_PER_YEAR;

/** The bounds of all occurrences of a series. */
export function extentOf(series: Series): Extent {
  const { zone, plan, until, additions, start, end } = series;
  const length = longestDuration(series);
  // `additions` contains the start, too, and an RDATE can be earlier.
  const from = additions[0] ?? start;
  const lastAddition = additions.at(-1) ?? start;
  if (!plan) return { from, to: Math.max(end, lastAddition + length) };
  const lastByCount = lastLocalTimeByCount(plan);
  const last = Math.min(until, lastByCount === Infinity ? Infinity : toInstant(zone, lastByCount));
  return last === Infinity ? { from } : { from, to: Math.max(last, lastAddition) + length };
}

/**
 * Whether more than 1,000 of the first 4,000 occurrences of a series lie within 366 days, which are too many to store. Overridden instances
 * count as occurrences.
 */
export function isDense(series: Series): boolean {
  if (maxOccurrencesPerYear(series) <= DENSE_PER_YEAR) return false;
  const starts = expand(withoutOverrides(series), {}, { limit: MAX_EXPANDED }).map(({ start }) => start);
  return starts.some((start, i) => (starts[i + DENSE_PER_YEAR] ?? Infinity) - start < YEAR_IN_SECONDS);
}

/**
 * An upper bound of the number of occurrences in a year, without an expansion: one at each of the rule's times of day on every day, and
 * the start and all RDATEs. Infinity for HOURLY and MINUTELY rules.
 */
function maxOccurrencesPerYear({ recurrence, additions }: Series): number {
  if (!recurrence) return additions.length;
  const { frequency, byHour, byMinute, bySecond } = recurrence.rule;
  if (frequency === 'HOURLY' || frequency === 'MINUTELY') return Infinity;
  const timesOfDay = [byHour, byMinute, bySecond].reduce((product, times) => product * (times?.length ?? 1), 1);
  return 366 * timesOfDay + additions.length;
}
