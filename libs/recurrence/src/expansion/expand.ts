import { dayOf, SECONDS_PER_DAY } from '../civil';
import type { DayNumber, EpochSeconds, WallSeconds } from '../civil';
import type { Series } from '../series';
import { isOffsetConstant, offsetAt, segmentAt, toInstant, toWall } from '../zones/zone';
import type { Zone } from '../zones/zone';
import { StepBudget } from './step-budget';
import { HORIZON, ruleWalls } from './walls';
import type { WallSpan } from './walls';

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
const LARGEST_SHIFT = 2 * SECONDS_PER_DAY;
const END = (HORIZON + 2) * SECONDS_PER_DAY;

/**
 * The occurrences of a series that overlap a window, in order of their start, made one by one as they are asked for.
 * The window is reached by arithmetic, never by walking from the start; `budget` bounds the periods looked at.
 */
export function* expand(series: Series, window: Window = {}, budget = new StepBudget()): Generator<Occurrence> {
  const { from = -Infinity, to = Infinity } = window;
  const longest = series.allDayLength > 0 ? (series.allDayLength + 1) * SECONDS_PER_DAY : series.end - series.start;
  // Said here, it spares a caller who has hundreds of series for a short window what walking them would take to set up.
  if (from - longest >= to) return;
  for (const start of starts(series, { from: from - longest, to }, budget)) {
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

function isLeftOut({ zone, exceptions, exceptDays }: Series, start: EpochSeconds): boolean {
  return (
    (exceptions.size > 0 && exceptions.has(start)) ||
    (exceptDays.size > 0 && exceptDays.has(dayOf(toWall(zone, start))))
  );
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
  const { zone, until, exceptDays } = series;
  return {
    from: earliestWall(zone, from),
    to: latestWall(zone, Math.min(to, until)),
    skips: exceptDays.size > 0 ? (day: DayNumber) => isDayLeftOut(series, day) : undefined,
  };
}

/** Whether EXDATE takes out the whole local day; on days near a transition each instant is looked at instead. */
function isDayLeftOut({ zone, exceptDays }: Series, day: DayNumber): boolean {
  const midnight = day * SECONDS_PER_DAY;
  return exceptDays.has(day) && isOffsetConstant(zone, midnight - LARGEST_SHIFT, midnight + LARGEST_SHIFT);
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

/** The end of the instance at a start: the same elapsed time (RFC 5545 §3.8.5.3), for all-day events the same number of days. */
function endOf(series: Series, start: EpochSeconds): EpochSeconds {
  const { zone, allDayLength } = series;
  if (start === series.start) return series.end;
  if (allDayLength === 0) return start + series.end - series.start;
  const wall = toWall(zone, start);
  const midnight = dayOf(wall) * SECONDS_PER_DAY;
  const isWholeDay = toInstant(zone, midnight) === start;
  return toInstant(zone, (isWholeDay ? midnight : wall) + allDayLength * SECONDS_PER_DAY);
}
