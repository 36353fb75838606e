import { civilDate, dayNumber, DAYS_PER_WEEK, modulo, MONTHS_PER_YEAR, SECONDS_PER_DAY, weekdayOf } from '../civil';
import type { DayNumber, WallSeconds } from '../civil';
import { collectDays, lowestBit, passes } from './day-filter';
import type { DayFilter } from './day-filter';
import type { Plan, Slots } from './plan';
import { chosenIndices } from './positions';
import type { StepBudget } from './step-budget';
import { daysOfWeeks, weekYearOf } from './week-numbers';

/** The candidates of one FREQ interval: each day at each time, of which BYSETPOS may choose. */
export interface Period {
  days: DayNumber[];
  /** Seconds of the day, ascending. */
  times: number[];
}

export interface DaySpan {
  from: DayNumber;
  /** Inclusive. */
  to: DayNumber;
}

/** Days with more instances are not kept: thousands of series of them would fill the memory. */
const KEPT_TIMES = 100;
const everyDayTimes = new WeakMap<Slots, number[]>();

/** The whole intervals of a rule that touch a span of days, in order; the first is found by arithmetic. */
export function periods(plan: Plan, span: DaySpan, budget: StepBudget): Generator<Period> {
  if (plan.slots) return slotPeriods(plan, plan.slots, { span, budget });
  switch (plan.rule.frequency) {
    case 'YEARLY':
      return plan.rule.byWeekNumber ? weekYearPeriods(plan, span, budget) : yearlyPeriods(plan, span, budget);
    case 'MONTHLY':
      return monthlyPeriods(plan, span, budget);
    case 'WEEKLY':
      return weeklyPeriods(plan, span, budget);
    default:
      return dailyPeriods(plan, span, budget);
  }
}

/** How many instances a period has. */
export function sizeOf({ days, times }: Period, positions: number[] | undefined): number {
  const size = days.length * times.length;
  return positions ? chosenIndices(size, positions).length : size;
}

/** What of a period is wanted. */
export interface Cut {
  from: WallSeconds;
  /** Days to leave out whole. */
  skips?: (day: DayNumber) => boolean;
}

/** The wall times of a period after the cut, ascending. BYSETPOS chooses among all of the period, before the cut. */
export function* wallsOf(
  period: Period,
  positions: number[] | undefined,
  { from, skips }: Cut,
): Generator<WallSeconds> {
  if (positions) {
    yield* chosenWalls(period, positions, { from, skips });
    return;
  }
  for (const day of period.days) {
    const midnight = day * SECONDS_PER_DAY;
    if (midnight + SECONDS_PER_DAY <= from || skips?.(day)) continue;
    for (const time of period.times) if (midnight + time >= from) yield midnight + time;
  }
}

function* chosenWalls({ days, times }: Period, positions: number[], { from, skips }: Cut): Generator<WallSeconds> {
  for (const index of chosenIndices(days.length * times.length, positions)) {
    const day = days[Math.floor(index / times.length)] ?? 0;
    const wall = day * SECONDS_PER_DAY + (times[index % times.length] ?? 0);
    if (wall >= from && !skips?.(day)) yield wall;
  }
}

/** The first value ≥ `from` that lies a whole number of steps after `start`, never before `start`. */
function alignUp(from: number, start: number, step: number): number {
  return from <= start ? start : start + Math.ceil((from - start) / step) * step;
}

function* yearlyPeriods(plan: Plan, { from, to }: DaySpan, budget: StepBudget): Generator<Period> {
  const { interval } = plan.rule;
  const lastYear = civilDate(to).year;
  for (let year = alignUp(civilDate(from).year, plan.startDate.year, interval); year <= lastYear; year += interval) {
    if (!budget.take()) return;
    const days: DayNumber[] = [];
    for (let month = 1; month <= MONTHS_PER_YEAR; month += 1) {
      const mask = plan.filter?.maskOf(year, month) ?? 0;
      if (mask !== 0) collectDays(mask, dayNumber(year, month, 1), days);
    }
    if (days.length > 0) yield { days, times: plan.times };
  }
}

/** With BYWEEKNO a year is its own weeks, so that "every second year's week 1" means that, wherever its Monday falls. */
function* weekYearPeriods(plan: Plan, { from, to }: DaySpan, budget: StepBudget): Generator<Period> {
  const { filter, rule, times } = plan;
  const { interval, byWeekNumber = [], weekStart } = rule;
  const firstYear = weekYearOf(plan.startDay, weekStart);
  const lastYear = weekYearOf(to, weekStart);
  for (let year = alignUp(weekYearOf(from, weekStart), firstYear, interval); year <= lastYear; year += interval) {
    if (!budget.take()) return;
    const days = daysOfWeeks(year, byWeekNumber, weekStart).filter((day) => !filter || passes(filter, day));
    if (days.length > 0) yield { days, times };
  }
}

function* monthlyPeriods(plan: Plan, { from, to }: DaySpan, budget: StepBudget): Generator<Period> {
  const monthOf = ({ year, month }: { year: number; month: number }): number => year * MONTHS_PER_YEAR + month - 1;
  const { interval } = plan.rule;
  const last = monthOf(civilDate(to));
  for (
    let index = alignUp(monthOf(civilDate(from)), monthOf(plan.startDate), interval);
    index <= last;
    index += interval
  ) {
    if (!budget.take()) return;
    const year = Math.floor(index / MONTHS_PER_YEAR);
    const month = modulo(index, MONTHS_PER_YEAR) + 1;
    const mask = plan.filter?.maskOf(year, month) ?? 0;
    if (mask === 0) continue;
    const days: DayNumber[] = [];
    collectDays(mask, dayNumber(year, month, 1), days);
    yield { days, times: plan.times };
  }
}

function* weeklyPeriods(plan: Plan, { from, to }: DaySpan, budget: StepBudget): Generator<Period> {
  const { interval, weekStart, byDay = [], byMonth } = plan.rule;
  const weekBegin = (day: DayNumber): DayNumber => day - modulo(weekdayOf(day) - weekStart, DAYS_PER_WEEK);
  const offsets = [...new Set(byDay.map(({ weekday }) => modulo(weekday - weekStart, DAYS_PER_WEEK)))].sort(
    (a, b) => a - b,
  );
  const step = interval * DAYS_PER_WEEK;
  for (let week = alignUp(weekBegin(from), weekBegin(plan.startDay), step); week <= to; week += step) {
    if (!budget.take()) return;
    const days = offsets.map((offset) => week + offset);
    const inMonths = byMonth ? days.filter((day) => byMonth.includes(civilDate(day).month)) : days;
    if (inMonths.length > 0) yield { days: inMonths, times: plan.times };
  }
}

function* dailyPeriods(plan: Plan, { from, to }: DaySpan, budget: StepBudget): Generator<Period> {
  const { interval } = plan.rule;
  let day = alignUp(from, plan.startDay, interval);
  while (day <= to && budget.take()) {
    const passing = plan.filter ? nextPassing(plan.filter, { from: day, to }, budget) : day;
    if (passing === undefined) return;
    if (passing > day) {
      day = alignUp(passing, plan.startDay, interval);
    } else {
      yield { days: [day], times: plan.times };
      day += interval;
    }
  }
}

/** A day of an HOURLY or MINUTELY rule is yielded as one period: BYSETPOS has chosen within each slot already. */
function* slotPeriods(
  plan: Plan,
  slots: Slots,
  { span, budget }: { span: DaySpan; budget: StepBudget },
): Generator<Period> {
  const { interval } = plan.rule;
  if (!slots.isReachable) return;
  const everyDay = interval === 1 ? timesOfEveryDay(slots) : undefined;
  let day = Math.max(span.from, plan.startDay);
  while (day <= span.to && budget.take()) {
    const passing = plan.filter ? nextPassing(plan.filter, { from: day, to: span.to }, budget) : day;
    if (passing === undefined) return;
    const slot = alignUp(passing * slots.perDay, slots.first, interval);
    day = Math.floor(slot / slots.perDay);
    if (day > passing) continue;
    const times = everyDay ?? slotTimes(slots, slot - day * slots.perDay, interval);
    if (times.length > 0) yield { days: [day], times };
    day += 1;
  }
}

/** The times of an HOURLY or MINUTELY rule that has the same few every day; undefined for any other. */
export function fewTimesOfEveryDay({ slots, rule, filter }: Plan): number[] | undefined {
  const isSame = slots?.isReachable && rule.interval === 1 && !filter;
  return isSame && areFew(slots) ? timesOfEveryDay(slots) : undefined;
}

function areFew({ perDay, offsets }: Slots): boolean {
  return perDay * offsets.length <= KEPT_TIMES;
}

/** The times of a rule that takes every slot, so that one asked about again and again does not make its day anew. */
function timesOfEveryDay(slots: Slots): number[] {
  const known = everyDayTimes.get(slots);
  if (known) return known;
  const times = slotTimes(slots, 0, 1);
  if (areFew(slots)) everyDayTimes.set(slots, times);
  return times;
}

function slotTimes({ admitted, perDay, length, offsets }: Slots, firstSlot: number, interval: number): number[] {
  const times: number[] = [];
  for (let slot = firstSlot; slot < perDay; slot += interval) {
    if (admitted[slot] === 1) for (const offset of offsets) times.push(slot * length + offset);
  }
  return times;
}

/** The first day of the span that passes the filter; a month without any costs one step. */
function nextPassing(filter: DayFilter, { from, to }: DaySpan, budget: StepBudget): DayNumber | undefined {
  let { year, month, day } = civilDate(from);
  for (let first = from - day + 1; first <= to; first = dayNumber(year, month, 1)) {
    const rest = filter.maskOf(year, month) & (~0 << (day - 1));
    if (rest !== 0) return first + lowestBit(rest);
    if (!budget.take()) return undefined;
    day = 1;
    month = month === MONTHS_PER_YEAR ? 1 : month + 1;
    if (month === 1) year += 1;
  }
  return undefined;
}
