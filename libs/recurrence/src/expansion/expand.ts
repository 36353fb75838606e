import { SECONDS_PER_DAY } from '../civil';
import type { EpochSeconds, WallSeconds } from '../civil';
import type { Series } from '../series';
import { isOffsetConstant, offsetAt, segmentAt } from '../zones/zone';
import type { Zone } from '../zones/zone';
import { endOf, isLeftOut, LARGEST_SHIFT, longestOf, skippedDays } from './occurrence';
import type { Occurrence, Window } from './occurrence';
import { expandShort } from './short-window';
import { StepBudget } from './step-budget';
import { HORIZON, ruleWalls } from './walls';
import type { WallSpan } from './walls';

const END = (HORIZON + 2) * SECONDS_PER_DAY;

/**
 * The occurrences of a series that overlap a window, in order of their start. Within a short window all at once, otherwise
 * one by one as they are asked for. The window is reached by arithmetic, never by walking from the start; `budget` bounds
 * the periods looked at.
 */
export function expand(series: Series, window: Window = {}, budget = new StepBudget()): Iterable<Occurrence> {
  const { from = -Infinity, to = Infinity } = window;
  return expandShort(series, { from, to }, budget) ?? expandLazily(series, { from, to }, budget);
}

function* expandLazily(series: Series, { from, to }: Required<Window>, budget: StepBudget): Generator<Occurrence> {
  for (const start of starts(series, { from: from - longestOf(series), to }, budget)) {
    const end = endOf(series, start);
    if (end > from || (start === end && start >= from)) yield { start, end };
  }
}

/** The first occurrence that starts after an instant. */
export function nextOccurrence(series: Series, after: EpochSeconds): Occurrence | undefined {
  for (const start of starts(series, { from: after + 1, to: Infinity }, new StepBudget())) {
    if (start > after) return { start, end: endOf(series, start) };
  }
  return undefined;
}

/** All starts within [from, to): the rule's instants merged with DTSTART and RDATE, without those EXDATE takes out. */
function* starts(series: Series, window: Required<Window>, budget: StepBudget): Generator<EpochSeconds> {
  const { from, to } = window;
  const { additions } = series;
  let next = 0;
  for (const instant of ruleInstants(series, window, budget)) {
    for (let other = additions[next]; other !== undefined && other <= instant; other = additions[next]) {
      next += 1;
      if (other >= from && other < to && other < instant && !isLeftOut(series, other)) yield other;
    }
    if (instant >= to) return;
    if (instant >= from && !isLeftOut(series, instant)) yield instant;
  }
  for (const other of additions.slice(next)) {
    if (other >= from && other < to && !isLeftOut(series, other)) yield other;
  }
}

/**
 * The instants of the rule after the start and up to UNTIL, ascending and without repetitions. Order is lost in gaps alone:
 * a skipped 02:30 is read as 03:30 and so comes after the real 03:00. Skipped times are held back until the clock has
 * caught up.
 */
function* ruleInstants(series: Series, window: Required<Window>, budget: StepBudget): Generator<EpochSeconds> {
  const { zone, plan, until } = series;
  if (!plan) return;
  let previous = series.start;
  let held: EpochSeconds[] = [];
  let segment = segmentAt(zone, -Infinity);
  for (const wall of ruleWalls(plan, wallSpan(series, window), budget)) {
    if (wall >= segment.until) segment = segmentAt(zone, wall);
    const instant = wall - segment.offset;
    if (wall >= segment.gapFrom) {
      held.push(instant);
      continue;
    }
    if (held.length > 0) {
      for (const each of held) if (each > previous && each < instant && each <= until) yield (previous = each);
      held = held.filter((each) => each > instant);
    }
    if (instant > until) return;
    if (instant > previous) yield (previous = instant);
  }
  for (const each of held) if (each > previous && each <= until) yield (previous = each);
}

function wallSpan(series: Series, { from, to }: Required<Window>): WallSpan {
  const { zone, until } = series;
  return {
    from: earliestWall(zone, from),
    to: latestWall(zone, Math.min(to, until)),
    skips: skippedDays(series),
  };
}

/** A wall time before which no wall time belongs to an instant ≥ `instant`. */
function earliestWall(zone: Zone, instant: EpochSeconds): WallSeconds {
  if (instant === -Infinity) return instant;
  return instant + nearbyOffset(zone, instant, Math.min);
}

/** A wall time after which no wall time belongs to an instant ≤ `instant`. */
function latestWall(zone: Zone, instant: EpochSeconds): WallSeconds {
  if (instant > END) return END;
  return instant + nearbyOffset(zone, instant, Math.max);
}

function nearbyOffset(zone: Zone, instant: EpochSeconds, choose: (one: number, other: number) => number): number {
  const before = offsetAt(zone, instant - LARGEST_SHIFT);
  if (isOffsetConstant(zone, instant - LARGEST_SHIFT, instant + LARGEST_SHIFT)) return before;
  return choose(before, choose(offsetAt(zone, instant), offsetAt(zone, instant + LARGEST_SHIFT)));
}
