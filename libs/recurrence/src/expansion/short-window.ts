import { SECONDS_PER_DAY } from '../civil';
import type { EpochSeconds } from '../civil';
import type { Series } from '../series';
import { offsetIfConstant } from '../zones/zone';
import { endOf, isLeftOut, LARGEST_SHIFT, longestOf, skippedDays } from './occurrence';
import type { Occurrence, Window } from './occurrence';
import type { StepBudget } from './step-budget';
import { ruleWalls } from './walls';

const SHORT = SECONDS_PER_DAY;

/**
 * What lies in a window of at most a day, all at once: a page of occurrences asks hundreds of series what they have within an
 * hour, and setting up generators for each would cost many times what they then give. Undefined where time does not pass
 * evenly, near a transition of the zone, and for series with RDATEs: both may disturb the order.
 */
export function expandShort(
  series: Series,
  { from, to }: Required<Window>,
  budget: StepBudget,
): Occurrence[] | undefined {
  const earliest = from - longestOf(series);
  if (earliest >= to) return [];
  if (!(to - earliest <= SHORT) || series.additions.length > 1) return undefined;
  const offset = offsetIfConstant(series.zone, earliest - LARGEST_SHIFT, to + LARGEST_SHIFT);
  if (offset === undefined) return undefined;
  const found: Occurrence[] = [];
  const { plan, start, until } = series;
  if (start >= earliest && start < to) addTo(found, series, start, from);
  if (!plan || until < earliest || to <= start) return found;
  const span = { from: earliest + offset, to: Math.min(to, until) + offset, skips: skippedDays(series) };
  for (const wall of ruleWalls(plan, span, budget)) {
    const instant = wall - offset;
    if (instant >= to) break;
    if (instant > start && instant <= until) addTo(found, series, instant, from);
  }
  return found;
}

function addTo(found: Occurrence[], series: Series, start: EpochSeconds, from: EpochSeconds): void {
  if (isLeftOut(series, start)) return;
  const end = endOf(series, start);
  if (end > from || (start === end && start >= from)) found.push({ start, end });
}
