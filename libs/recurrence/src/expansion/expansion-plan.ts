import { civilDate, dayOf, modulo, SECONDS_PER_DAY, weekdayOf } from '../civil';
import type { CivilDate, DayNumber, LocalSeconds } from '../civil';
import type { Rule } from '../grammar/rule';
import { createDayFilter } from './day-filter';
import type { DayFilter } from './day-filter';
import { valuesAtPositions } from './positions';

/** The slots of HOURLY and MINUTELY rules: each day is divided into hours or minutes, of which every INTERVAL-th is used. */
export interface Slots {
  perDay: number;
  /** Seconds per slot. */
  length: number;
  /** The slot of the start, counted from 1970-01-01T00:00. */
  first: number;
  /** By slot of the day: 1 if BYHOUR and BYMINUTE admit it, else 0. */
  admitted: Uint8Array;
  /** The times at which instances start, in seconds after the beginning of a slot; with BYSETPOS, only the times that it chooses. */
  offsets: number[];
  /** Whether the steps of INTERVAL ever reach an admitted slot, and the slot has a time that BYSETPOS chooses. */
  isReachable: boolean;
}

/** A rule joined with its start, for the expansion of any window. It contains the parts that RFC 5545 derives from DTSTART. */
export interface ExpansionPlan {
  rule: Rule;
  startLocal: LocalSeconds;
  /**
   * The first local time whose instant lies after the start. Usually it is the next second. When clocks are set back, the local times of
   * an overlap occur twice; if the start is in the second pass, `firstLocal` is the end of the overlap.
   */
  firstLocal: LocalSeconds;
  startDay: DayNumber;
  startDate: CivilDate;
  /** The days that the BYxxx parts about days allow, without BYWEEKNO. Undefined for a rule without such parts. */
  filter?: DayFilter;
  /** Seconds of the day at which instances start; empty for HOURLY and MINUTELY rules. */
  times: number[];
  /** Only for HOURLY and MINUTELY rules. */
  slots?: Slots;
}

/**
 * Joins a rule with its start.
 * @param written the rule without the parts that RFC 5545 derives from DTSTART
 * @param firstLocal see {@link ExpansionPlan}
 */
export function buildExpansionPlan(written: Rule, startLocal: LocalSeconds, firstLocal: LocalSeconds): ExpansionPlan {
  const startDay = dayOf(startLocal);
  const startDate = civilDate(startDay);
  const rule = withDerivedDays(written, startDate, weekdayOf(startDay));
  const secondOfDay = modulo(startLocal, SECONDS_PER_DAY);
  const seconds = rule.bySecond ?? [secondOfDay % 60];
  const minutes = rule.byMinute ?? [Math.floor(secondOfDay / 60) % 60];
  const plan = { rule, startLocal, firstLocal, startDay, startDate, filter: createDayFilter(rule) };
  if (rule.frequency === 'HOURLY') {
    return { ...plan, times: [], slots: hourSlots(rule, startLocal, combineTimes(minutes, 60, seconds)) };
  }
  if (rule.frequency === 'MINUTELY') return { ...plan, times: [], slots: minuteSlots(rule, startLocal, seconds) };
  const hours = rule.byHour ?? [Math.floor(secondOfDay / 3600)];
  return { ...plan, times: combineTimes(hours, 3600, combineTimes(minutes, 60, seconds)) };
}

/** Adds the parts about days that the rule does not contain, and that RFC 5545 §3.3.10 derives from DTSTART. */
function withDerivedDays(rule: Rule, start: CivilDate, weekday: number): Rule {
  const { frequency, byDay, byMonthDay, byYearDay, byWeekNumber } = rule;
  if (byDay || byMonthDay || byYearDay) return rule;
  const startWeekday = [{ ordinal: 0, weekday }];
  if (frequency === 'WEEKLY' || byWeekNumber) return { ...rule, byDay: startWeekday };
  if (frequency === 'MONTHLY') return { ...rule, byMonthDay: [start.day] };
  if (frequency === 'YEARLY') return { ...rule, byMonth: rule.byMonth ?? [start.month], byMonthDay: [start.day] };
  return rule;
}

function hourSlots({ byHour, bySetPosition, interval }: Rule, startLocal: LocalSeconds, offsets: number[]): Slots {
  const admitted = Uint8Array.from({ length: 24 }, (_, hour) => (!byHour || byHour.includes(hour) ? 1 : 0));
  return buildSlots(
    { length: 3600, admitted, offsets: valuesAtPositions(offsets, bySetPosition) },
    startLocal,
    interval,
  );
}

function minuteSlots(rule: Rule, startLocal: LocalSeconds, offsets: number[]): Slots {
  const { byHour, byMinute, bySetPosition, interval } = rule;
  const admitted = Uint8Array.from({ length: 1440 }, (_, minute) =>
    (!byHour || byHour.includes(Math.floor(minute / 60))) && (!byMinute || byMinute.includes(minute % 60)) ? 1 : 0,
  );
  return buildSlots({ length: 60, admitted, offsets: valuesAtPositions(offsets, bySetPosition) }, startLocal, interval);
}

function buildSlots(
  parts: Pick<Slots, 'length' | 'admitted' | 'offsets'>,
  startLocal: LocalSeconds,
  interval: number,
): Slots {
  const first = Math.floor(startLocal / parts.length);
  const slots = { ...parts, perDay: SECONDS_PER_DAY / parts.length, first };
  return { ...slots, isReachable: isReachable(slots, interval) };
}

/** Over all days, steps of `interval` reach the slots that have the same remainder as `first` modulo gcd(interval, slots per day). */
function isReachable({ admitted, perDay, first, offsets }: Omit<Slots, 'isReachable'>, interval: number): boolean {
  const stride = greatestCommonDivisor(interval, perDay);
  return offsets.length > 0 && admitted.some((flag, slot) => flag === 1 && modulo(slot - first, stride) === 0);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** Adds each number of seconds to each unit (an hour or a minute). @returns all sums in seconds, ascending */
function combineTimes(units: number[], unitSeconds: number, seconds: number[]): number[] {
  return units.flatMap((unit) => seconds.map((second) => unit * unitSeconds + second));
}
