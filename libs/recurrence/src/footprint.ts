import { civilDate, DAYS_PER_WEEK, modulo, MONTHS_PER_YEAR, SECONDS_PER_DAY, weekdayOf } from './civil';
import type { EpochSeconds } from './civil';
import type { Plan } from './expansion/plan';
import type { WeekdayOrdinal } from './grammar/rule';
import type { Series } from './series';
import { offsetsFrom } from './zones/zone';

/**
 * In which hours of the day, days of the week, days of the month and months something can lie, each as bits, in UTC. Two
 * footprints without a common bit in one of the four cannot meet; that they have one in each says nothing.
 */
export interface Footprint {
  /** Bit 0 is the hour from midnight. */
  hours: number;
  /** Bit 0 is Monday. */
  weekdays: number;
  /** Bit 0 is the first. */
  monthDays: number;
  /** Bit 0 is January. */
  months: number;
}

const SECONDS_PER_HOUR = 3_600;
const HOURS_PER_DAY = 24;
const SHORTEST_MONTH = 28;
const LONGEST_MONTH = 31;
const ALL = {
  hours: 2 ** HOURS_PER_DAY - 1,
  weekdays: 2 ** DAYS_PER_WEEK - 1,
  monthDays: 2 ** LONGEST_MONTH - 1,
  months: 2 ** MONTHS_PER_YEAR - 1,
};

/** The footprint of everything from one instant to another, both included; a missing bound is none. */
export function footprintOfSpan(from = -Infinity, to = Infinity): Footprint {
  const firstDay = Math.floor(from / SECONDS_PER_DAY);
  const days = Math.floor(to / SECONDS_PER_DAY) - firstDay;
  if (days >= SHORTEST_MONTH) return ALL;
  const print: Footprint = { hours: 0, weekdays: 0, monthDays: 0, months: 0 };
  for (let day = firstDay; day <= firstDay + days; day += 1) {
    const date = civilDate(day);
    print.weekdays |= 1 << weekdayOf(day);
    print.monthDays |= 1 << (date.day - 1);
    print.months |= 1 << (date.month - 1);
  }
  return { ...print, hours: hoursOf(from, to) };
}

/** Where the occurrences of a series can lie: more than where they do, never less, and the same whatever the window. */
export function footprintOf(series: Series): Footprint {
  const { plan, additions, start, end, allDayLength } = series;
  const offsets = offsetsFrom(series.zone, start);
  const length = allDayLength > 0 ? allDayLength * SECONDS_PER_DAY : end - start;
  // Days are nominal, and an addition may be one that a transition lies in: as much longer as the clock can be moved.
  const longest = length + (allDayLength > 0 ? Math.max(...offsets) - Math.min(...offsets) : 0);
  const prints = additions.map((instant) => footprintOfSpan(instant, instant + longest));
  if (plan) prints.push(footprintOfRule(plan, offsets, longest));
  return prints.reduce(union);
}

function union(one: Footprint, other: Footprint): Footprint {
  return {
    hours: one.hours | other.hours,
    weekdays: one.weekdays | other.weekdays,
    monthDays: one.monthDays | other.monthDays,
    months: one.months | other.months,
  };
}

/** An instant is a wall time of the rule less one of the zone's offsets, so it lies some days beside its local day. */
function footprintOfRule(plan: Plan, offsets: number[], length: number): Footprint {
  const times = plan.slots ? slotHours(plan) : plan.times;
  const slack = plan.slots ? SECONDS_PER_HOUR - 1 : 0;
  let [hours, first, last] = [0, Infinity, -Infinity];
  for (const time of times) {
    for (const offset of offsets) {
      const begin = time - offset;
      hours |= hoursOf(begin, begin + slack + length);
      first = Math.min(first, Math.floor(begin / SECONDS_PER_DAY));
      last = Math.max(last, Math.floor((begin + slack + length) / SECONDS_PER_DAY));
    }
  }
  const { byDay, byMonth } = plan.rule;
  return {
    hours,
    weekdays: spread(byDay ? bitsOf(byDay.map(({ weekday }) => weekday)) : ALL.weekdays, { first, last }, rotateWeek),
    monthDays: spread(monthDaysOf(plan), { first, last }, rotateMonth),
    months: spreadMonths(byMonth ? bitsOf(byMonth.map((month) => month - 1)) : ALL.months, { first, last }),
  };
}

/** The beginnings of the local hours in which an HOURLY or MINUTELY rule has slots. */
function slotHours({ rule }: Plan): number[] {
  const hours = rule.byHour ?? Array.from({ length: HOURS_PER_DAY }, (_, hour) => hour);
  return hours.map((hour) => hour * SECONDS_PER_HOUR);
}

function hoursOf(from: EpochSeconds, to: EpochSeconds): number {
  const first = Math.floor(from / SECONDS_PER_HOUR);
  const last = Math.floor(to / SECONDS_PER_HOUR);
  if (!(last - first < HOURS_PER_DAY)) return ALL.hours;
  let hours = 0;
  for (let hour = first; hour <= last; hour += 1) hours |= 1 << modulo(hour, HOURS_PER_DAY);
  return hours;
}

function bitsOf(indices: number[]): number {
  return indices.reduce((bits, index) => bits | (1 << index), 0);
}

/** The days of the month a rule names, by number or by "the second Tuesday"; all where it says nothing simple. */
function monthDaysOf({ rule }: Plan): number {
  const { frequency, byMonthDay, byMonth, byDay } = rule;
  const isOfMonth = frequency === 'MONTHLY' || (frequency === 'YEARLY' && byMonth !== undefined);
  const named = byMonthDay ? bitsOf(byMonthDay.flatMap(daysNamed)) : ALL.monthDays;
  const ordinals = isOfMonth && byDay?.every(({ ordinal }) => ordinal !== 0) ? byDay : undefined;
  return ordinals ? named & bitsOf(ordinals.flatMap(daysOfOrdinal)) : named;
}

/** The indices of a day that may be counted from the end of months of any length. */
function daysNamed(day: number): number[] {
  if (day > 0) return [day - 1];
  const lengths = Array.from({ length: LONGEST_MONTH - SHORTEST_MONTH + 1 }, (_, index) => SHORTEST_MONTH + index);
  return lengths.map((length) => length + day).filter((index) => index >= 0);
}

function daysOfOrdinal({ ordinal }: WeekdayOrdinal): number[] {
  const week = Array.from({ length: DAYS_PER_WEEK }, (_, index) => (Math.abs(ordinal) - 1) * DAYS_PER_WEEK + index);
  return (ordinal > 0 ? week : week.flatMap((index) => daysNamed(-index - 1))).filter((index) => index < LONGEST_MONTH);
}

interface Shifts {
  first: number;
  last: number;
}

/** The bits moved by every number of days from the first to the last shift. */
function spread(bits: number, { first, last }: Shifts, rotate: (bits: number, days: 1 | -1) => number): number {
  let [all, before, after] = [first <= 0 && last >= 0 ? bits : 0, bits, bits];
  for (let shift = 1; shift <= Math.min(last, LONGEST_MONTH); shift += 1) {
    after = rotate(after, 1);
    if (shift >= first) all |= after;
  }
  for (let shift = -1; shift >= first; shift -= 1) {
    before = rotate(before, -1);
    if (shift <= last) all |= before;
  }
  return all;
}

function rotateWeek(bits: number, days: 1 | -1): number {
  const moved =
    days === 1 ? (bits << 1) | (bits >>> (DAYS_PER_WEEK - 1)) : (bits >>> 1) | (bits << (DAYS_PER_WEEK - 1));
  return moved & ALL.weekdays;
}

const LAST_DAYS = bitsOf([27, 28, 29, 30]);

/** The first follows any of the last days a month can have. */
function rotateMonth(bits: number, days: 1 | -1): number {
  if (days === 1) return ((bits << 1) & ALL.monthDays) | ((bits & LAST_DAYS) === 0 ? 0 : 1);
  return (bits >>> 1) | ((bits & 1) === 0 ? 0 : LAST_DAYS);
}

function spreadMonths(bits: number, { first, last }: Shifts): number {
  if (last - first >= SHORTEST_MONTH) return ALL.months;
  const after = last > 0 ? (bits << 1) | (bits >>> (MONTHS_PER_YEAR - 1)) : 0;
  const before = first < 0 ? (bits >>> 1) | (bits << (MONTHS_PER_YEAR - 1)) : 0;
  return (bits | after | before) & ALL.months;
}
