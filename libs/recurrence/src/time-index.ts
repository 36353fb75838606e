import { civilDate, DAYS_PER_WEEK, modulo, MONTHS_PER_YEAR, SECONDS_PER_DAY, weekdayOf } from './civil';
import type { EpochSeconds } from './civil';
import type { ExpansionPlan } from './expansion/expansion-plan';
import type { WeekdayOrdinal } from './grammar/rule';
import type { Series } from './series';
import { offsetsFrom } from './zones/zone';

/**
 * The hours of the day, days of the week, days of the month and months in which a series can have instances, or which a window touches;
 * as bits, in UTC. The instances of a series and a window cannot overlap if one of the four numbers has no common bit. Otherwise they may.
 */
export interface TimeIndex {
  /** Bit 0 is the hour after midnight. */
  hours: number;
  /** Bit 0 is Monday. */
  weekdays: number;
  /** Bit 0 is the first day. */
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

/** The time index of all instants from `from` to `to`, both included. Without a bound, the span is not limited on that side. */
export function timeIndexOfSpan(from = -Infinity, to = Infinity): TimeIndex {
  const firstDay = Math.floor(from / SECONDS_PER_DAY);
  const days = Math.floor(to / SECONDS_PER_DAY) - firstDay;
  if (days >= SHORTEST_MONTH) return ALL;
  const index: TimeIndex = { hours: 0, weekdays: 0, monthDays: 0, months: 0 };
  for (let day = firstDay; day <= firstDay + days; day += 1) {
    const date = civilDate(day);
    index.weekdays |= 1 << weekdayOf(day);
    index.monthDays |= 1 << (date.day - 1);
    index.months |= 1 << (date.month - 1);
  }
  return { ...index, hours: hoursOf(from, to) };
}

/** The time index of a series. It contains the times of all instances, without overrides, and can contain further times. */
export function timeIndexOf(series: Series): TimeIndex {
  const { plan, additions, start, end, allDayLength } = series;
  const offsets = offsetsFrom(series.zone, start);
  const length = allDayLength > 0 ? allDayLength * SECONDS_PER_DAY : end - start;
  // An all-day occurrence lasts longer when clocks go back on one of its days.
  const longest = length + (allDayLength > 0 ? Math.max(...offsets) - Math.min(...offsets) : 0);
  const indexes = additions.map((instant) => timeIndexOfSpan(instant, instant + longest));
  if (plan) indexes.push(timeIndexOfRule(plan, offsets, longest));
  return indexes.reduce(union);
}

function union(one: TimeIndex, other: TimeIndex): TimeIndex {
  return {
    hours: one.hours | other.hours,
    weekdays: one.weekdays | other.weekdays,
    monthDays: one.monthDays | other.monthDays,
    months: one.months | other.months,
  };
}

/**
 * The time index of a rule. An instant is a local time minus an offset of the zone, so its UTC day can differ from its local day.
 * @param length the maximum duration of an occurrence, in seconds
 */
function timeIndexOfRule(plan: ExpansionPlan, offsets: number[], length: number): TimeIndex {
  const times = plan.slots ? slotHours(plan) : plan.times;
  // An occurrence of an HOURLY or MINUTELY rule can start at any second of its hour.
  const latestInHour = plan.slots ? SECONDS_PER_HOUR - 1 : 0;
  let [hours, first, last] = [0, Infinity, -Infinity];
  for (const time of times) {
    for (const offset of offsets) {
      const begin = time - offset;
      hours |= hoursOf(begin, begin + latestInHour + length);
      first = Math.min(first, Math.floor(begin / SECONDS_PER_DAY));
      last = Math.max(last, Math.floor((begin + latestInHour + length) / SECONDS_PER_DAY));
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

/** The beginnings of the local hours in which an HOURLY or MINUTELY rule can have instances, in seconds of the day. */
function slotHours({ rule }: ExpansionPlan): number[] {
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

/** The days of the month that BYMONTHDAY, or BYDAY with ordinals, admits; all days for other rules. */
function monthDaysOf({ rule }: ExpansionPlan): number {
  const { frequency, byMonthDay, byMonth, byDay } = rule;
  const isOfMonth = frequency === 'MONTHLY' || (frequency === 'YEARLY' && byMonth !== undefined);
  const named = byMonthDay ? bitsOf(byMonthDay.flatMap(monthDayIndices)) : ALL.monthDays;
  const ordinals = isOfMonth && byDay?.every(({ ordinal }) => ordinal !== 0) ? byDay : undefined;
  return ordinals ? named & bitsOf(ordinals.flatMap(ordinalDayIndices)) : named;
}

/** The indices (from 0) of a day of BYMONTHDAY. A negative day counts from the end of the month, so it has an index for each length. */
function monthDayIndices(day: number): number[] {
  if (day > 0) return [day - 1];
  const lengths = Array.from({ length: LONGEST_MONTH - SHORTEST_MONTH + 1 }, (_, index) => SHORTEST_MONTH + index);
  return lengths.map((length) => length + day).filter((index) => index >= 0);
}

/** The indices (from 0) of the days of the month that can be the ordinal-th day with some weekday, e.g. 0 to 6 for the ordinal 1. */
function ordinalDayIndices({ ordinal }: WeekdayOrdinal): number[] {
  const week = Array.from({ length: DAYS_PER_WEEK }, (_, index) => (Math.abs(ordinal) - 1) * DAYS_PER_WEEK + index);
  return (ordinal > 0 ? week : week.flatMap((index) => monthDayIndices(-index - 1))).filter(
    (index) => index < LONGEST_MONTH,
  );
}

/**
 * The minimum and the maximum number of days from the local day of a start to a UTC day of its occurrence; negative if the UTC day is
 * earlier.
 */
interface Shifts {
  first: number;
  last: number;
}

/** The union of the bits shifted by each number of days from `first` to `last`. */
function spread(bits: number, { first, last }: Shifts, rotate: (bits: number, days: 1 | -1) => number): number {
  let all = first <= 0 && last >= 0 ? bits : 0;
  let after = bits;
  let before = bits;
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

/** Moves days of the month to the next or previous day. Day 1 follows day 28, 29, 30 or 31. */
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
