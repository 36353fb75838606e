import { civilDate, dayOf, SECONDS_PER_DAY } from './civil';
import type { DayNumber, EpochSeconds, WallSeconds } from './civil';
import { buildPlan } from './expansion/plan';
import type { Plan } from './expansion/plan';
import { RecurrenceError } from './grammar/recurrence-error';
import type { DateValue, Recurrence, Rule } from './grammar/rule';
import { FIRST_YEAR, LAST_YEAR } from './timestamps';
import { segmentAt, toInstant, toWall } from './zones/zone';
import type { Zone } from './zones/zone';

export interface SeriesInput {
  zone: Zone;
  start: EpochSeconds;
  end: EpochSeconds;
  recurrence: Recurrence | null;
}

/** An event's time made ready for expansion: everything that does not depend on the window asked for. */
export interface Series extends SeriesInput {
  /** What the zone's clock shows at the start; midnight for all-day events, even where a clock skips it. */
  startWall: WallSeconds;
  /** The length in whole days of an all-day event, 0 of any other. */
  allDayLength: number;
  /** How the rule repeats; undefined for a single event. */
  plan?: Plan;
  /** The last instant UNTIL admits; Infinity without UNTIL. */
  until: EpochSeconds;
  /** Instants beside the rule's own: DTSTART and the RDATEs, ascending. */
  additions: EpochSeconds[];
  /** Instants taken out by EXDATE. */
  exceptions: ReadonlySet<EpochSeconds>;
  /** Local days no instance starts on, from EXDATEs that are dates. */
  exceptDays: ReadonlySet<DayNumber>;
}

/**
 * Joins an event's time with its recurrence.
 * @throws RecurrenceError when UNTIL lies before the start or an RDATE does not fit the event.
 */
export function createSeries(input: SeriesInput): Series {
  const { zone, start, end, recurrence } = input;
  const allDayLength = wholeDays(zone, start, end);
  const wall = toWall(zone, start);
  const startWall = allDayLength > 0 ? dayOf(wall) * SECONDS_PER_DAY : wall;
  const series: Series = {
    ...input,
    startWall,
    allDayLength,
    until: Infinity,
    additions: [start],
    exceptions: new Set(),
    exceptDays: new Set(),
  };
  if (!recurrence) return series;
  const exceptions = recurrence.exceptions.flatMap((value) => instantsOf(series, value));
  return {
    ...series,
    plan: buildPlan(recurrence.rule, startWall, firstWallAfter(zone, start, startWall)),
    until: untilOf(series, recurrence.rule),
    additions: ascending([start, ...recurrence.additions.map((value) => additionOf(series, value))]),
    exceptions: new Set(exceptions),
    exceptDays: new Set(recurrence.exceptions.flatMap((value) => (value.kind === 'date' ? [value.day] : []))),
  };
}

/**
 * An event from midnight to midnight of a later day is meant in days, as an iCalendar DATE is. Where a clock skips
 * midnight, the day begins with its first moment.
 */
function wholeDays(zone: Zone, start: EpochSeconds, end: EpochSeconds): number {
  const [first, last] = [start, end].map((instant) => {
    const wall = toWall(zone, instant);
    const midnight = dayOf(wall) * SECONDS_PER_DAY;
    return wall === midnight || toInstant(zone, midnight) === instant ? dayOf(wall) : NaN;
  });
  const days = (last ?? NaN) - (first ?? NaN);
  return days > 0 ? days : 0;
}

/**
 * The first wall time that is read as an instant after the start. Wall times of an overlap are read as its first pass, so
 * after a start in the second pass the rule resumes where the overlap ends.
 */
function firstWallAfter(zone: Zone, start: EpochSeconds, startWall: WallSeconds): WallSeconds {
  return toInstant(zone, startWall) < start ? segmentAt(zone, startWall).until : startWall + 1;
}

function untilOf({ zone, start, startWall }: Series, { until }: Rule): EpochSeconds {
  if (!until) return Infinity;
  const [instant, isBeforeStart] = lastInstant(until, zone, startWall);
  if (instant < start && isBeforeStart) throw new RecurrenceError('UNTIL lies before the start.');
  return instant;
}

/** The last instant an UNTIL admits, and whether it is earlier than the start on the clock it was written by. */
function lastInstant(until: DateValue, zone: Zone, startWall: WallSeconds): [EpochSeconds, boolean] {
  switch (until.kind) {
    case 'instant':
      return [until.instant, true];
    case 'wall':
      return [toInstant(zone, until.wall), until.wall < startWall];
    case 'date':
      return [toInstant(zone, (until.day + 1) * SECONDS_PER_DAY) - 1, until.day < dayOf(startWall)];
  }
}

/** An EXDATE that names the start's wall time means the start, even when a clock shows that time twice. */
function instantsOf({ zone, start, startWall }: Series, value: DateValue): EpochSeconds[] {
  if (value.kind === 'date') return [];
  if (value.kind === 'instant') return [value.instant];
  const written = value.zone ?? zone;
  const namesStart = written.name === zone.name && value.wall === startWall;
  return namesStart ? [start, toInstant(written, value.wall)] : [toInstant(written, value.wall)];
}

function additionOf({ zone, allDayLength }: Series, value: DateValue): EpochSeconds {
  if (value.kind === 'date' && allDayLength === 0) {
    throw new RecurrenceError('RDATE takes dates for all-day events only.');
  }
  const instant =
    value.kind === 'instant'
      ? value.instant
      : value.kind === 'wall'
        ? toInstant(value.zone ?? zone, value.wall)
        : toInstant(zone, value.day * SECONDS_PER_DAY);
  const { year } = civilDate(dayOf(instant));
  if (year < FIRST_YEAR || year > LAST_YEAR) {
    throw new RecurrenceError(`RDATE lies in the years ${FIRST_YEAR} to ${LAST_YEAR}.`);
  }
  return instant;
}

function ascending(instants: EpochSeconds[]): EpochSeconds[] {
  return [...new Set(instants)].sort((a, b) => a - b);
}
