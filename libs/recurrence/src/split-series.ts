import { ValidationError } from '@almanac/errors';
import { dayOf, SECONDS_PER_DAY } from './civil';
import type { DayNumber, EpochSeconds } from './civil';
import { withoutExceptions } from './exceptions';
import { expand } from './expansion/expand';
import { lastLocalTime } from './expansion/local-times';
import { endOf } from './expansion/occurrence';
import { parseRecurrence } from './grammar/recurrence-text';
import { createSeries } from './series';
import type { Series } from './series';
import { formatBasicDate, formatBasicUtc } from './timestamps';
import { toInstant, toLocal } from './zones/zone';
import type { Zone } from './zones/zone';

/** The time of an event that recurs. */
export interface SeriesTime {
  zone: Zone;
  start: EpochSeconds;
  end: EpochSeconds;
  /** RRULE, RDATE and EXDATE lines. */
  recurrence: string;
}

/** The new time of the instance at which a series is split. The following instances move by the same local time. */
export interface InstanceMove {
  zone: Zone;
  start: EpochSeconds;
  end: EpochSeconds;
}

/** A rule that gives its start only. */
const START_ONLY = 'FREQ=DAILY;COUNT=1';
const RULE_BOUND = /^(?:COUNT|UNTIL)=/i;
/** Instances that are compared to find out whether the second part continues the rule. */
const COMPARED = 40;
/** Instances near a gap cannot be the start of the second part. More than a few in a row do not occur. */
const MAX_STARTS = 10;

interface Parts {
  rule: string;
  additions: EpochSeconds[];
  exceptions: EpochSeconds[];
  exceptionDays: DayNumber[];
}

/** Maps the instants of a series to the series in which the instance at `at` has moved. */
export function shiftOf({ zone }: Pick<Series, 'zone'>, at: EpochSeconds, move: InstanceMove | undefined) {
  if (!move) return (instant: EpochSeconds): EpochSeconds => instant;
  const difference = toLocal(move.zone, move.start) - toLocal(zone, at);
  if (difference === 0 && move.zone.name === zone.name) return (instant: EpochSeconds): EpochSeconds => instant;
  return (instant: EpochSeconds): EpochSeconds =>
    instant === at ? move.start : toInstant(move.zone, toLocal(zone, instant) + difference);
}

/** The instants of the rule alone, the start included. */
function ruleOnly(series: Series): Series {
  return { ...withoutExceptions(series), additions: [series.start] };
}

/**
 * The part of a series before one of its instances, with its RDATEs and EXDATEs; null when no instance lies before `at`.
 * @param at the start of an instance
 */
export function seriesBefore(series: Series, at: EpochSeconds): SeriesTime | null {
  const { zone, plan, until, additions, exceptions, exceptionDays } = series;
  const earlier = additions.filter((instant) => instant < at);
  const [first] = earlier;
  if (!plan || first === undefined) return null;
  const start = series.start < at ? series.start : first;
  const counted = lastLocalTime(plan);
  const last = Math.max(start, Math.min(at - 1, until, counted === Infinity ? Infinity : toInstant(zone, counted)));
  const rule = series.start < at ? `${unboundedRule(series)};UNTIL=${formatBasicUtc(last)}` : START_ONLY;
  const lastDay = dayOf(toLocal(zone, at - 1));
  const recurrence = textOf({
    rule,
    additions: earlier.filter((instant) => instant !== start),
    exceptions: [...exceptions].filter((instant) => instant < at),
    exceptionDays: [...exceptionDays].filter((day) => day <= lastDay),
  });
  return { zone, start, end: endOf(series, start), recurrence };
}

/**
 * The part of a series from one of its instances on, with its RDATEs and EXDATEs.
 * @param at the start of an instance
 * @param move the new time of that instance; the rest moves by the same difference of local times
 * @throws ValidationError when no start continues the rule
 */
export function seriesFrom(series: Series, at: EpochSeconds, move?: InstanceMove): SeriesTime {
  const { zone, additions, exceptions, exceptionDays } = series;
  const later = additions.filter((instant) => instant >= at);
  const { start, rule, extra } = tailRule(series, at);
  const shift = shiftOf(series, at, move);
  const begin = start ?? at;
  const isBounded = series.recurrence?.rule.until !== undefined && start !== undefined;
  const until = isBounded ? `;UNTIL=${formatBasicUtc(shift(Math.max(begin, series.until)))}` : '';
  const firstDay = dayOf(toLocal(zone, at));
  const days = move ? dayOf(toLocal(move.zone, move.start)) - firstDay : 0;
  const recurrence = textOf({
    rule: `${rule}${until}`,
    additions: [...new Set([...later, ...extra])].filter((instant) => instant !== begin).map(shift),
    exceptions: [...exceptions].filter((instant) => instant >= at).map(shift),
    exceptionDays: [...exceptionDays].filter((day) => day >= firstDay).map((day) => day + days),
  });
  if (!move) return { zone, start: begin, end: endOf(series, begin), recurrence };
  const moved = createSeries({ ...move, recurrence: null });
  return { zone: move.zone, start: shift(begin), end: endOf(moved, shift(begin)), recurrence };
}

/**
 * The rule of the second part without UNTIL, its start, and the instances before that start. The start is the first instance that
 * the rule continues from: an instance that a gap has moved would give its own time of day to all others.
 */
function tailRule(
  series: Series,
  at: EpochSeconds,
): { start: EpochSeconds | undefined; rule: string; extra: EpochSeconds[] } {
  const alone = ruleOnly(series);
  const following = startsOf(alone, at, COMPARED + MAX_STARTS);
  if (following.length === 0) return { start: undefined, rule: START_ONLY, extra: [] };
  for (const [index, start] of following.slice(0, MAX_STARTS).entries()) {
    const rule = `${unboundedRule(series)}${countFrom(alone, start)}`;
    const tail = createSeries({
      zone: series.zone,
      start,
      end: endOf(series, start),
      recurrence: parseRecurrence(rule),
    });
    const expected = following.slice(index, index + COMPARED);
    const found = startsOf(tail, start, expected.length);
    if (found.length === expected.length && found.every((instant, i) => instant === expected[i]))
      return { start, rule, extra: following.slice(0, index) };
  }
  throw new ValidationError(
    'The rule does not continue from this occurrence: send the recurrence of the following ones.',
    {
      property: 'input.time.recurrence',
    },
  );
}

function startsOf(series: Series, from: EpochSeconds, limit: number): EpochSeconds[] {
  return expand(series, { earliestStart: from }, { limit }).map(({ start }) => start);
}

/** COUNT without the instances before `start`. */
function countFrom(alone: Series, start: EpochSeconds): string {
  const count = alone.recurrence?.rule.count;
  if (count === undefined) return '';
  const earlier = expand(alone, { to: start }).filter((each) => each.start < start);
  return `;COUNT=${count - earlier.length}`;
}

/** The RRULE as it was sent, without its name, COUNT and UNTIL. */
function unboundedRule({ recurrence }: Series): string {
  const lines = recurrence?.text.split('\n') ?? [];
  const line = lines.find((each) => !/^(?:EXDATE|RDATE)\b/i.test(each)) ?? '';
  const parts = line.replace(/^RRULE:/i, '').split(';');
  return parts.filter((part) => !RULE_BOUND.test(part)).join(';');
}

const ascending = (values: number[]): number[] => [...new Set(values)].sort((one, other) => one - other);

function textOf({ rule, additions, exceptions, exceptionDays }: Parts): string {
  const instants = (values: number[]): string => ascending(values).map(formatBasicUtc).join(',');
  const days = ascending(exceptionDays).map((day) => formatBasicDate(day * SECONDS_PER_DAY));
  return [
    `RRULE:${rule}`,
    ...(additions.length > 0 ? [`RDATE:${instants(additions)}`] : []),
    ...(exceptions.length > 0 ? [`EXDATE:${instants(exceptions)}`] : []),
    ...(days.length > 0 ? [`EXDATE;VALUE=DATE:${days.join(',')}`] : []),
  ].join('\n');
}
