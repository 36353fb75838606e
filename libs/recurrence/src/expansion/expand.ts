import { dayOf, SECONDS_PER_DAY } from '../civil';
import type { DayNumber, EpochSeconds, WallSeconds } from '../civil';
import type { Series } from '../series';
import { isOffsetConstant, offsetAt, resolveWall, toInstant, toWall } from '../zones/zone';
import type { Zone } from '../zones/zone';
import { StepBudget } from './step-budget';
import { HORIZON, ruleWalls } from './walls';

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
  for (const start of starts(series, { from: from - longest, to }, budget)) {
    if (start >= to) return;
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

/** All starts within [from, to), merged from the rule, DTSTART and RDATE, without those EXDATE takes out. */
function* starts(series: Series, { from, to }: Required<Window>, budget: StepBudget): Generator<EpochSeconds> {
  const { zone, exceptions, exceptDays } = series;
  const isLeftOut = (start: EpochSeconds): boolean =>
    exceptions.has(start) || (exceptDays.size > 0 && exceptDays.has(dayOf(toWall(zone, start))));
  for (const start of merged(series.additions, ruleInstants(series, { from, to }, budget))) {
    if (start < from) continue;
    if (start >= to) return;
    if (!isLeftOut(start)) yield start;
  }
}

/** Two ascending sequences as one, equal values once. */
function* merged(listed: readonly EpochSeconds[], made: Iterable<EpochSeconds>): Generator<EpochSeconds> {
  let next = 0;
  for (const instant of made) {
    for (let other = listed[next]; other !== undefined && other <= instant; other = listed[next]) {
      if (other < instant) yield other;
      next += 1;
    }
    yield instant;
  }
  yield* listed.slice(next);
}

/** The instants of the rule after the start and up to UNTIL, ascending and without repetitions. */
function* ruleInstants(series: Series, window: Required<Window>, budget: StepBudget): Generator<EpochSeconds> {
  const { zone, plan, until, start } = series;
  if (!plan) return;
  const last = Math.min(window.to, until);
  const skips = series.exceptDays.size > 0 ? (day: DayNumber) => isDayLeftOut(series, day) : undefined;
  const span = { from: earliestWall(zone, window.from), to: latestWall(zone, last), skips };
  let previous = start;
  for (const instant of zoned(zone, ruleWalls(plan, span, budget))) {
    if (instant > until) return;
    if (instant > previous) yield instant;
    previous = Math.max(previous, instant);
  }
}

/** Whether EXDATE takes out the whole local day; on days near a transition each instant is looked at instead. */
function isDayLeftOut({ zone, exceptDays }: Series, day: DayNumber): boolean {
  const midnight = day * SECONDS_PER_DAY;
  return exceptDays.has(day) && isOffsetConstant(zone, midnight - LARGEST_SHIFT, midnight + LARGEST_SHIFT);
}

/**
 * Wall times as instants, ascending. Order is lost in gaps alone: a skipped 02:30 is read as 03:30 and so comes after the
 * real 03:00. Skipped times are therefore held back until the clock has caught up.
 */
function* zoned(zone: Zone, walls: Iterable<WallSeconds>): Generator<EpochSeconds> {
  let held: EpochSeconds[] = [];
  for (const wall of walls) {
    const { instant, isSkipped } = resolveWall(zone, wall);
    if (isSkipped) {
      held.push(instant);
      continue;
    }
    if (held.length > 0) {
      yield* held.filter((each) => each < instant);
      held = held.filter((each) => each > instant);
    }
    yield instant;
  }
  yield* held;
}

/** A wall time before which no wall time belongs to an instant ≥ `instant`. */
function earliestWall(zone: Zone, instant: EpochSeconds): WallSeconds {
  if (instant === -Infinity) return instant;
  return instant + Math.min(...nearbyOffsets(zone, instant));
}

/** A wall time after which no wall time belongs to an instant ≤ `instant`. */
function latestWall(zone: Zone, instant: EpochSeconds): WallSeconds {
  if (instant > END) return END;
  return instant + Math.max(...nearbyOffsets(zone, instant));
}

function nearbyOffsets(zone: Zone, instant: EpochSeconds): number[] {
  return [instant - LARGEST_SHIFT, instant, instant + LARGEST_SHIFT].map((each) => offsetAt(zone, each));
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
