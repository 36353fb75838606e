import type { EpochSeconds, LocalSeconds } from '../civil';
import type { Series } from '../series';
import { offsetRange, segmentAt } from '../zones/zone';
import { forEachLocalTime } from './local-times';
import type { WantedLocalTimes } from './local-times';
import { endOf, isExcluded, longestDuration, MAX_OFFSET_SECONDS, excludedDayTest } from './occurrence';
import type { OccurrenceSpan, Window } from './occurrence';
import type { Visit } from './periods';
import { StepBudget } from './step-budget';

export interface ExpandOptions {
  /** The maximum number of occurrences in the result. */
  limit?: number;
  /** Limits the number of periods that are read. When it is used up, later occurrences of the rule are missing; RDATEs are not. */
  budget?: StepBudget;
}

/**
 * The occurrences of a series that overlap a window, in ascending order of their start. An endless series goes on to the end
 * of 2199, so pass `window.to` or `limit`. The FREQ interval in which the window begins is found by arithmetic, not by steps from the
 * start of the series.
 */
export function expand(
  series: Series,
  { from = -Infinity, to = Infinity, earliestStart = -Infinity }: Window = {},
  { limit = Infinity, budget = new StepBudget() }: ExpandOptions = {},
): OccurrenceSpan[] {
  const occurrences: OccurrenceSpan[] = [];
  if (limit < 1) return occurrences;
  const firstStart = Math.max(from - longestDuration(series), earliestStart);
  forEachStart(series, { from: firstStart, to }, budget, (start) => {
    const end = endOf(series, start);
    // An occurrence without duration is in the window if its start is.
    if (end > from || start === end) occurrences.push({ start, end });
    return occurrences.length < limit;
  });
  return occurrences;
}

/** The half-open span [from, to) of starts. */
interface StartSpan {
  from: EpochSeconds;
  to: EpochSeconds;
}

/**
 * Whether an occurrence starts at an instant. Reads only the periods around this instant, so the cost does not depend on when the next
 * occurrence starts.
 */
export function startsAt(series: Series, instant: EpochSeconds): boolean {
  let isFound = false;
  forEachStart(series, { from: instant, to: instant + 1 }, new StepBudget(), () => {
    isFound = true;
    return false;
  });
  return isFound;
}

/** The first occurrence that starts after an instant. */
export function nextOccurrence(series: Series, after: EpochSeconds): OccurrenceSpan | undefined {
  let next: OccurrenceSpan | undefined;
  forEachStart(series, { from: after + 1, to: Infinity }, new StepBudget(), (start) => {
    next = { start, end: endOf(series, start) };
    return false;
  });
  return next;
}

/**
 * Visits the starts within [from, to), ascending: DTSTART, RDATEs and the instants of the rule, except the starts of excluded and
 * overridden instances. Ends when `visit` returns false.
 */
function forEachStart(series: Series, window: StartSpan, budget: StepBudget, visit: Visit<EpochSeconds>): void {
  const { from, to } = window;
  // `additions`: DTSTART and the RDATEs.
  const { additions } = series;
  const visitIncluded: Visit<EpochSeconds> = (start) => {
    const isSkipped = start < from || isExcluded(series, start);
    return isSkipped || visit(start);
  };
  let nextAddition = 0;
  const visitAdditionsBefore = (instant: EpochSeconds): boolean => {
    for (let start = additions[nextAddition]; start !== undefined && start < instant; start = additions[nextAddition]) {
      nextAddition += 1;
      if (!visitIncluded(start)) return false;
    }
    return true;
  };
  let isStopped = false;
  forEachRuleInstant(series, window, budget, (instant) => {
    if (instant >= to) return false;
    isStopped = !visitAdditionsBefore(instant) || !visitIncluded(instant);
    if (additions[nextAddition] === instant) nextAddition += 1;
    return !isStopped;
  });
  if (!isStopped) visitAdditionsBefore(to);
}

/**
 * Visits the instants of the rule after the start and up to UNTIL, ascending and without duplicates. In a gap, clocks skip local times.
 * A skipped local time has a later instant than local times that follow it: 02:30 becomes 03:30, after the real 03:00. `fromGap` holds
 * such instants until all earlier instants have been visited.
 */
function forEachRuleInstant(series: Series, window: StartSpan, budget: StepBudget, visit: Visit<EpochSeconds>): void {
  const { zone, plan, until } = series;
  if (!plan) return;
  let previous = series.start;
  let fromGap: EpochSeconds[] = [];
  let segment = segmentAt(zone, -Infinity);
  let isStopped = false;
  const visitNew: Visit<EpochSeconds> = (instant) => {
    if (instant <= previous || instant > until) return true;
    previous = instant;
    isStopped = !visit(instant);
    return !isStopped;
  };
  const visitFromGapBefore = (instant: EpochSeconds): boolean => {
    const earlier = fromGap.filter((each) => each < instant);
    fromGap = fromGap.filter((each) => each >= instant);
    return earlier.every(visitNew);
  };
  forEachLocalTime(plan, localTimesOf(series, window), budget, (local: LocalSeconds) => {
    if (local >= segment.until) segment = segmentAt(zone, local);
    const instant = local - segment.offset;
    if (local >= segment.gapFrom) {
      fromGap.push(instant);
      return true;
    }
    if (fromGap.length > 0 && !visitFromGapBefore(instant)) return false;
    return visitNew(instant);
  });
  if (!isStopped) visitFromGapBefore(Infinity);
}

/** The local times whose instants can lie in the window. */
function localTimesOf(series: Series, { from, to }: StartSpan): WantedLocalTimes {
  const { zone, until } = series;
  const last = Math.min(to, until);
  return {
    from: from + offsetRange(zone, from - MAX_OFFSET_SECONDS, from + MAX_OFFSET_SECONDS).least,
    to: last + offsetRange(zone, last - MAX_OFFSET_SECONDS, last + MAX_OFFSET_SECONDS).greatest,
    skipsDay: excludedDayTest(series),
  };
}
