import { civilDate, dayOf, SECONDS_PER_DAY } from './civil';
import type { DayNumber, EpochSeconds, LocalSeconds } from './civil';
import { buildExpansionPlan } from './expansion/expansion-plan';
import type { ExpansionPlan } from './expansion/expansion-plan';
import { RecurrenceError } from './grammar/recurrence-error';
import type { DateValue, Recurrence, Rule } from './grammar/rule';
import { FIRST_YEAR, LAST_YEAR } from './timestamps';
import { segmentAt, toInstant, toLocal } from './zones/zone';
import type { Zone } from './zones/zone';

export interface SeriesInput {
  zone: Zone;
  start: EpochSeconds;
  end: EpochSeconds;
  /** Null for a single event. */
  recurrence: Recurrence | null;
  /** The starts of instances that overrides replace (RECURRENCE-ID of RFC 5545). The expansion leaves them out. */
  overridden?: Iterable<EpochSeconds>;
}

/** An event's time, prepared for the expansion of any window. */
export interface Series extends Omit<SeriesInput, 'overridden'> {
  /** The start in the zone's local time. For all-day events always midnight, even if it lies in a gap: local times that clocks skip. */
  startLocal: LocalSeconds;
  /** The length in whole days of an all-day event; 0 for any other event. */
  allDayLength: number;
  /** Undefined for a single event. */
  plan?: ExpansionPlan;
  /** The last instant that UNTIL admits; Infinity without UNTIL. */
  until: EpochSeconds;
  /** The start and the RDATEs, ascending. */
  additions: EpochSeconds[];
  /** The instants of the EXDATEs with a time. */
  exceptions: ReadonlySet<EpochSeconds>;
  /** The local days of the EXDATEs with a date: no instance starts on them. */
  exceptionDays: ReadonlySet<DayNumber>;
  /** The starts of the instances that overrides replace. */
  overridden: ReadonlySet<EpochSeconds>;
}

/**
 * Joins an event's time with its recurrence.
 * @throws RecurrenceError when UNTIL lies before the start, an RDATE lies outside the years 1900 to 2199, or an RDATE is a date and the
 *   event is not all-day
 */
export function createSeries(input: SeriesInput): Series {
  const { zone, start, end, recurrence } = input;
  const allDayLength = wholeDays(zone, start, end);
  const local = toLocal(zone, start);
  const startLocal = allDayLength > 0 ? dayOf(local) * SECONDS_PER_DAY : local;
  const series: Series = {
    ...input,
    startLocal,
    allDayLength,
    until: Infinity,
    additions: [start],
    exceptions: new Set(),
    exceptionDays: new Set(),
    overridden: new Set(input.overridden),
  };
  if (!recurrence) return series;
  const exceptions = recurrence.exceptions.flatMap((value) => exceptionInstantsOf(series, value));
  return {
    ...series,
    plan: buildExpansionPlan(recurrence.rule, startLocal, firstLocalAfter(zone, start, startLocal)),
    until: untilOf(series, recurrence.rule),
    additions: sortUnique([start, ...recurrence.additions.map((value) => additionOf(series, value))]),
    exceptions: new Set(exceptions),
    exceptionDays: new Set(recurrence.exceptions.flatMap((value) => (value.kind === 'date' ? [value.day] : []))),
  };
}

/**
 * The number of days of an all-day event, which lasts from midnight to midnight of a later day; 0 for any other event. If clocks skip
 * midnight, the day begins when the skipped time ends.
 */
export function wholeDays(zone: Zone, start: EpochSeconds, end: EpochSeconds): number {
  const [first, last] = [start, end].map((instant) => {
    const local = toLocal(zone, instant);
    const midnight = dayOf(local) * SECONDS_PER_DAY;
    return local === midnight || toInstant(zone, midnight) === instant ? dayOf(local) : NaN;
  });
  const days = (last ?? NaN) - (first ?? NaN);
  return days > 0 ? days : 0;
}

/**
 * The first local time whose instant lies after the start. When clocks are set back, the local times of an overlap occur twice, and
 * `toInstant` returns the instant of the first pass. So after a start in the second pass, the rule continues where the overlap ends.
 */
function firstLocalAfter(zone: Zone, start: EpochSeconds, startLocal: LocalSeconds): LocalSeconds {
  return toInstant(zone, startLocal) < start ? segmentAt(zone, startLocal).until : startLocal + 1;
}

function untilOf({ zone, start, startLocal }: Series, { until }: Rule): EpochSeconds {
  if (!until) return Infinity;
  const last = lastInstant(until, zone);
  if (last < start && !includesStartLocal(until, startLocal)) throw new RecurrenceError('UNTIL lies before the start.');
  return last;
}

/** The last instant that UNTIL admits. */
function lastInstant(until: DateValue, zone: Zone): EpochSeconds {
  switch (until.kind) {
    case 'instant':
      return until.instant;
    case 'local':
      return toInstant(zone, until.local);
    case 'date':
      return toInstant(zone, (until.day + 1) * SECONDS_PER_DAY) - 1;
  }
}

/**
 * Whether a local UNTIL is at or after the local time of the start. Such an UNTIL is valid, even when the start lies in the second
 * pass of an overlap: the instant of UNTIL is then earlier than the start.
 */
function includesStartLocal(until: DateValue, startLocal: LocalSeconds): boolean {
  switch (until.kind) {
    case 'instant':
      return false;
    case 'local':
      return until.local >= startLocal;
    case 'date':
      return until.day >= dayOf(startLocal);
  }
}

/**
 * The instants of an EXDATE; none for a date. An EXDATE with the start's local time excludes the start also when the start lies in
 * the second pass of an overlap.
 */
function exceptionInstantsOf({ zone, start, startLocal }: Series, value: DateValue): EpochSeconds[] {
  if (value.kind === 'date') return [];
  if (value.kind === 'instant') return [value.instant];
  const valueZone = value.zone ?? zone;
  const isStart = valueZone.name === zone.name && value.local === startLocal;
  return isStart ? [start, toInstant(valueZone, value.local)] : [toInstant(valueZone, value.local)];
}

function additionOf({ zone, allDayLength }: Series, value: DateValue): EpochSeconds {
  if (value.kind === 'date' && allDayLength === 0) {
    throw new RecurrenceError('RDATE takes dates for all-day events only.');
  }
  const instant = firstInstant(value, zone);
  const { year } = civilDate(dayOf(instant));
  if (year < FIRST_YEAR || year > LAST_YEAR) {
    throw new RecurrenceError(`RDATE must lie in the years ${FIRST_YEAR} to ${LAST_YEAR}.`);
  }
  return instant;
}

/** The instant of a value. A date is its midnight in `zone`; a local time without its own zone is read in `zone`. */
function firstInstant(value: DateValue, zone: Zone): EpochSeconds {
  switch (value.kind) {
    case 'instant':
      return value.instant;
    case 'local':
      return toInstant(value.zone ?? zone, value.local);
    case 'date':
      return toInstant(zone, value.day * SECONDS_PER_DAY);
  }
}

function sortUnique(instants: EpochSeconds[]): EpochSeconds[] {
  return [...new Set(instants)].sort((a, b) => a - b);
}
