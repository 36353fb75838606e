import { ValidationError } from '@almanac/errors';
import { dayOf, SECONDS_PER_DAY } from './civil';
import type { DayNumber, EpochSeconds, LocalSeconds } from './civil';
import type { DayMove } from './day-move';
import { withoutExceptions, withoutOverrides } from './exceptions';
import { expand } from './expansion/expand';
import { forEachLocalTime, lastLocalTimeByCount } from './expansion/local-times';
import { endOf } from './expansion/occurrence';
import { StepBudget } from './expansion/step-budget';
import { parseRecurrence } from './grammar/recurrence-text';
import { createSeries } from './series';
import type { Series } from './series';
import { formatBasicDate, formatBasicUtc, formatUntil } from './timestamps';
import { localTimeInGap, toInstant, toLocal } from './zones/zone';
import type { Zone } from './zones/zone';

/** The time of a series. */
export interface SeriesTime {
  zone: Zone;
  start: EpochSeconds;
  end: EpochSeconds;
  /** RRULE, RDATE and EXDATE lines. */
  recurrence: string;
}

/**
 * The new time of the instance at which a series is split into two parts. The second part continues from it, so the following instances
 * move by the same difference in local time. A monthly or yearly rule without BYxxx parts about days repeats the new day.
 */
export interface InstanceMove {
  zone: Zone;
  start: EpochSeconds;
  end: EpochSeconds;
  /** How a rule that names the day of the instance follows to the new day. Absent for other rules, and if another rule replaces it. */
  dayMove?: DayMove;
}

/** A rule whose only instance is its start. */
const START_ONLY_RULE = 'FREQ=DAILY;COUNT=1';
const RULE_BOUND = /^(?:COUNT|UNTIL)=/i;
const DAY_PART = /(?<=^|;)BY(?:MONTH)?DAY=[^;]*/i;
/** The number of instances that are compared to check whether the second part has the same instances as the whole series. */
const COMPARED_INSTANCES = 40;
/** The maximum number of instances that are tried as the start of the second part. */
const MAX_STARTS = 10;

const untilText = (instant: EpochSeconds): string => `;UNTIL=${formatUntil(instant)}`;

/** The parts of a `recurrence` string. */
interface RecurrenceParts {
  /** Without `RRULE:`. */
  rule: string;
  additions: EpochSeconds[];
  exceptions: EpochSeconds[];
  exceptionDays: DayNumber[];
}

/** Whether the rule of a series gives a local time; the local time can lie in a gap. A single event has no rule, and so no plan. */
function givesLocalTime({ plan }: Series, local: LocalSeconds): boolean {
  if (!plan) return false;
  let isGiven = local === plan.startLocal;
  forEachLocalTime(plan, { from: local, to: local }, new StepBudget(), () => {
    isGiven = true;
    return false;
  });
  return isGiven;
}

/**
 * The local time that the rule of a series gives to one of its instances. It differs from the time that clocks show when it lies in
 * a gap: a series at 02:30 has its instance at 03:30 on the day on which clocks skip 02:30.
 */
function ruleLocalTime(series: Series, instant: EpochSeconds): LocalSeconds {
  const shown = toLocal(series.zone, instant);
  const skipped = localTimeInGap(series.zone, instant);
  const isSkipped = skipped !== undefined && givesLocalTime(series, skipped) && !givesLocalTime(series, shown);
  return isSkipped ? skipped : shown;
}

/**
 * Returns a function that gives the new time of an instant of the series. If the instance at `at` moves, all instants move by the same
 * difference in local time; `move.dayMove`, if present, determines their new days. Without `move`, the function returns instants unchanged.
 */
export function createShift(series: Series, at: EpochSeconds, move: InstanceMove | undefined) {
  const { zone } = series;
  const unchanged = (instant: EpochSeconds): EpochSeconds => instant;
  if (!move) return unchanged;
  const [from, to] = [toLocal(zone, at), toLocal(move.zone, move.start)];
  if (to === from && move.zone.name === zone.name) return unchanged;
  const moveDay = createDayShift(series, at, move);
  return (instant: EpochSeconds): EpochSeconds => {
    if (instant === at) return move.start;
    const local = ruleLocalTime(series, instant);
    const furtherDays = moveDay(dayOf(local)) - (dayOf(local) + dayOf(to) - dayOf(from));
    return toInstant(move.zone, local + (to - from) + furtherDays * SECONDS_PER_DAY);
  };
}

/** Returns a function that gives the new day of an instance of the series when the instance at `at` moves. */
function createDayShift({ zone }: Series, at: EpochSeconds, move: InstanceMove): (day: DayNumber) => DayNumber {
  const days = dayOf(toLocal(move.zone, move.start)) - dayOf(toLocal(zone, at));
  return move.dayMove?.move ?? ((day) => day + days);
}

/** The series with its rule only: no EXDATEs, no overrides and no RDATEs, so `additions` has only the start. */
function ruleOnly(series: Series): Series {
  return { ...withoutExceptions(series), additions: [series.start] };
}

/**
 * The part of a series before one of its instances, with the RDATEs and EXDATEs of that part; null when no instance lies before `at`.
 * @param at the start of an instance
 */
export function seriesBefore(series: Series, at: EpochSeconds): SeriesTime | null {
  const { zone, plan, until, additions, exceptions, exceptionDays } = series;
  const earlier = additions.filter((instant) => instant < at);
  const [first] = earlier;
  if (!plan || first === undefined) return null;
  // EXDATEs can exclude all dates before `at`.
  const [firstInstance] = expand(withoutOverrides(series), {}, { limit: 1 });
  if (firstInstance && firstInstance.start >= at) return null;
  // RDATEs can lie before the start. If `at` is not after the start, the first part consists of RDATEs only.
  const start = series.start < at ? series.start : first;
  const counted = lastLocalTimeByCount(plan);
  const last = Math.max(start, Math.min(at - 1, until, counted === Infinity ? Infinity : toInstant(zone, counted)));
  const rule = series.start < at ? `${unboundedRule(series)}${untilText(last)}` : START_ONLY_RULE;
  const lastDay = dayOf(toLocal(zone, at - 1));
  const recurrence = recurrenceTextOf({
    rule,
    additions: earlier.filter((instant) => instant !== start),
    exceptions: [...exceptions].filter((instant) => instant < at),
    exceptionDays: [...exceptionDays].filter((day) => day <= lastDay),
  });
  return { zone, start, end: endOf(series, start), recurrence };
}

/**
 * The part of a series from one of its instances on, with the RDATEs and EXDATEs of that part.
 * @param at the start of an instance
 * @param move the new time of that instance; the later instances move by the same difference in local time
 * @throws ValidationError when the rule gives other instances from each start that is tried
 */
export function seriesFrom(series: Series, at: EpochSeconds, move?: InstanceMove): SeriesTime {
  const { zone, additions, exceptions, exceptionDays } = series;
  const later = additions.filter((instant) => instant >= at);
  const { start, rule, beforeStart } = ruleOfSecondPart(series, at);
  const shift = createShift(series, at, move);
  const begin = start ?? at;
  const isBounded = series.recurrence?.rule.until !== undefined && start !== undefined;
  const until = isBounded ? untilText(shift(Math.max(begin, series.until))) : '';
  const firstDay = dayOf(toLocal(zone, at));
  const moveDay = move ? createDayShift(series, at, move) : (day: DayNumber) => day;
  const recurrence = recurrenceTextOf({
    rule: `${move?.dayMove ? rule.replace(DAY_PART, move.dayMove.part) : rule}${until}`,
    additions: [...new Set([...later, ...beforeStart])].filter((instant) => instant !== begin).map(shift),
    exceptions: [...exceptions].filter((instant) => instant >= at).map(shift),
    exceptionDays: [...exceptionDays].filter((day) => day >= firstDay).map(moveDay),
  });
  if (!move) return { zone, start: begin, end: endOf(series, begin), recurrence };
  const moved = createSeries({ zone: move.zone, start: move.start, end: move.end, recurrence: null });
  return { zone: move.zone, start: shift(begin), end: endOf(moved, shift(begin)), recurrence };
}

/**
 * The rule of the second part without UNTIL, its start, and the instances from `at` on that lie before this start, which become RDATEs.
 * The start is the first instance from which the rule gives the same instances as the whole series; it is undefined if only RDATEs are
 * left. If clocks skip the local time of an instance, the instance has a later local time. The second part must not start with that
 * instance, because all following instances would then get the later local time, too.
 */
function ruleOfSecondPart(
  series: Series,
  at: EpochSeconds,
): { start: EpochSeconds | undefined; rule: string; beforeStart: EpochSeconds[] } {
  const ruleSeries = ruleOnly(series);
  const following = startsOf(ruleSeries, at, COMPARED_INSTANCES + MAX_STARTS);
  if (following.length === 0) return { start: undefined, rule: START_ONLY_RULE, beforeStart: [] };
  for (const [index, start] of following.slice(0, MAX_STARTS).entries()) {
    const rule = `${unboundedRule(series)}${countFrom(series, start)}`;
    const secondPart = createSeries({
      zone: series.zone,
      start,
      end: endOf(series, start),
      recurrence: parseRecurrence(rule),
    });
    const expected = following.slice(index, index + COMPARED_INSTANCES);
    const found = startsOf(secondPart, start, expected.length);
    if (found.length === expected.length && found.every((instant, i) => instant === expected[i])) {
      return { start, rule, beforeStart: following.slice(0, index) };
    }
  }
  const message = 'The rule cannot be continued from this occurrence. Send `recurrence` for the new series.';
  throw new ValidationError(message, { property: 'input.time.recurrence' });
}

function startsOf(series: Series, from: EpochSeconds, limit: number): EpochSeconds[] {
  return expand(series, { earliestStart: from }, { limit }).map(({ start }) => start);
}

/**
 * The COUNT part for a rule that begins at `start`: the rest of COUNT, `start` included; an empty string without COUNT. COUNT counts local
 * times. Two local times can have the same instant if clocks skip one of them.
 */
function countFrom({ zone, plan, recurrence }: Series, start: EpochSeconds): string {
  const count = recurrence?.rule.count;
  if (!plan || count === undefined) return '';
  // The start of the series counts, too.
  let untilStart = 1;
  forEachLocalTime(plan, { from: -Infinity, to: toLocal(zone, start) }, new StepBudget(), (local) => {
    if (toInstant(zone, local) <= start) untilStart += 1;
    return true;
  });
  return `;COUNT=${count - untilStart + 1}`;
}

/** The RRULE of the series as it was written, without `RRULE:`, COUNT and UNTIL. */
function unboundedRule({ recurrence }: Series): string {
  const lines = recurrence?.text.split('\n') ?? [];
  const line = lines.find((each) => !/^(?:EXDATE|RDATE)\b/i.test(each)) ?? '';
  const parts = line.replace(/^RRULE:/i, '').split(';');
  return parts.filter((part) => !RULE_BOUND.test(part)).join(';');
}

const sortUnique = (values: number[]): number[] => [...new Set(values)].sort((one, other) => one - other);

function recurrenceTextOf({ rule, additions, exceptions, exceptionDays }: RecurrenceParts): string {
  const instants = (values: number[]): string => sortUnique(values).map(formatBasicUtc).join(',');
  const days = sortUnique(exceptionDays).map((day) => formatBasicDate(day * SECONDS_PER_DAY));
  return [
    `RRULE:${rule}`,
    ...(additions.length > 0 ? [`RDATE:${instants(additions)}`] : []),
    ...(exceptions.length > 0 ? [`EXDATE:${instants(exceptions)}`] : []),
    ...(days.length > 0 ? [`EXDATE;VALUE=DATE:${days.join(',')}`] : []),
  ].join('\n');
}
