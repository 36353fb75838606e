import { civilDate, dayOf, modulo, SECONDS_PER_DAY, weekdayOf } from '../civil';
import type { CivilDate, DayNumber, WallSeconds } from '../civil';
import type { Rule } from '../grammar/rule';
import { createDayFilter } from './day-filter';
import type { DayFilter } from './day-filter';
import { choosePositions } from './positions';

/** HOURLY and MINUTELY rules cut each day into slots, an hour or a minute long, and take every INTERVAL-th. */
export interface Slots {
  perDay: number;
  /** Seconds one slot lasts. */
  length: number;
  /** The number of the start's slot, counted from 1970-01-01T00:00. */
  first: number;
  /** 1 for each slot of the day that BYHOUR and BYMINUTE admit. */
  admitted: Uint8Array;
  /** The seconds within a slot at which instances start, after BYSETPOS. */
  offsets: number[];
  /** False when the rule never comes about. */
  isReachable: boolean;
}

/** A rule joined with its start: what RFC 5545 derives from DTSTART is filled in, and nothing depends on a window. */
export interface Plan {
  rule: Rule;
  startWall: WallSeconds;
  /** The first wall time whose instant lies after the start: later than the next second when the start is the second pass of an overlap. */
  firstWall: WallSeconds;
  startDay: DayNumber;
  startDate: CivilDate;
  filter?: DayFilter;
  /** Seconds of the day at which instances start; for DAILY and longer rules. */
  times: number[];
  /** For HOURLY and MINUTELY rules. */
  slots?: Slots;
}

/** @param firstWall see {@link Plan}; the next second where the zone's clock shows the start's wall time once */
export function buildPlan(written: Rule, startWall: WallSeconds, firstWall: WallSeconds = startWall + 1): Plan {
  const startDay = dayOf(startWall);
  const startDate = civilDate(startDay);
  const rule = withDerivedDays(written, startDate, weekdayOf(startDay));
  const second = startWall % 60;
  const clock = modulo(startWall, SECONDS_PER_DAY);
  const seconds = rule.bySecond ?? [modulo(second, 60)];
  const minutes = rule.byMinute ?? [Math.floor(clock / 60) % 60];
  const plan = { rule, startWall, firstWall, startDay, startDate, filter: createDayFilter(rule) };
  if (rule.frequency === 'HOURLY') {
    return { ...plan, times: [], slots: hourSlots(rule, startWall, product(minutes, 60, seconds)) };
  }
  if (rule.frequency === 'MINUTELY') return { ...plan, times: [], slots: minuteSlots(rule, startWall, seconds) };
  const hours = rule.byHour ?? [Math.floor(clock / 3600)];
  return { ...plan, times: product(hours, 3600, product(minutes, 60, seconds)) };
}

/** "Information, not contained in the rule … derived from DTSTART" (RFC 5545 §3.3.10). */
function withDerivedDays(rule: Rule, start: CivilDate, weekday: number): Rule {
  const { frequency, byDay, byMonthDay, byYearDay, byWeekNumber } = rule;
  if (byDay || byMonthDay || byYearDay) return rule;
  const startWeekday = [{ ordinal: 0, weekday }];
  if (frequency === 'WEEKLY' || byWeekNumber) return { ...rule, byDay: startWeekday };
  if (frequency === 'MONTHLY') return { ...rule, byMonthDay: [start.day] };
  if (frequency === 'YEARLY') return { ...rule, byMonth: rule.byMonth ?? [start.month], byMonthDay: [start.day] };
  return rule;
}

function hourSlots({ byHour, bySetPosition, interval }: Rule, startWall: WallSeconds, offsets: number[]): Slots {
  const admitted = Uint8Array.from({ length: 24 }, (_, hour) => (!byHour || byHour.includes(hour) ? 1 : 0));
  return buildSlots({ length: 3600, admitted, offsets: choosePositions(offsets, bySetPosition) }, startWall, interval);
}

function minuteSlots(rule: Rule, startWall: WallSeconds, offsets: number[]): Slots {
  const { byHour, byMinute, bySetPosition, interval } = rule;
  const admitted = Uint8Array.from({ length: 1440 }, (_, minute) =>
    (!byHour || byHour.includes(Math.floor(minute / 60))) && (!byMinute || byMinute.includes(minute % 60)) ? 1 : 0,
  );
  return buildSlots({ length: 60, admitted, offsets: choosePositions(offsets, bySetPosition) }, startWall, interval);
}

function buildSlots(
  parts: Pick<Slots, 'length' | 'admitted' | 'offsets'>,
  startWall: WallSeconds,
  interval: number,
): Slots {
  const first = Math.floor(startWall / parts.length);
  const slots = { ...parts, perDay: SECONDS_PER_DAY / parts.length, first };
  return { ...slots, isReachable: isReachable(slots, interval) };
}

/** Whether steps of `interval` ever land on an admitted slot: they visit one residue class modulo gcd(interval, slots a day). */
function isReachable({ admitted, perDay, first, offsets }: Omit<Slots, 'isReachable'>, interval: number): boolean {
  const stride = greatestCommonDivisor(interval, perDay);
  return offsets.length > 0 && admitted.some((flag, slot) => flag === 1 && modulo(slot - first, stride) === 0);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** Every sum of a large unit and a small one, ascending. */
function product(units: number[], unitSeconds: number, rest: number[]): number[] {
  return units.flatMap((unit) => rest.map((seconds) => unit * unitSeconds + seconds));
}
