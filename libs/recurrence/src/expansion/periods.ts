import { civilDate, dayNumber, dayOf, DAYS_PER_WEEK, modulo, MONTHS_PER_YEAR, weekdayOf } from '../civil';
import type { DayNumber, LocalSeconds } from '../civil';
import { collectDays, lowestBit, passes } from './day-filter';
import type { DayFilter } from './day-filter';
import type { ExpansionPlan, Slots } from './expansion-plan';
import type { StepBudget } from './step-budget';
import { daysOfWeeks, weekYearOf } from './week-numbers';

/**
 * The candidates of one FREQ interval: each day at each time. BYSETPOS chooses among them. For HOURLY and MINUTELY rules: one day with its
 * times, to which BYSETPOS has been applied.
 */
export interface Period {
  /** Ascending, at least one. */
  days: DayNumber[];
  /** Seconds of the day, ascending. */
  times: number[];
}

/** Local times from `from` to `to`, both included. */
export interface LocalSpan {
  from: LocalSeconds;
  to: LocalSeconds;
}

/** Receives values one by one; returns false to stop. */
export type Visit<T> = (value: T) => boolean;

/**
 * Visits the FREQ intervals of a rule that touch a span and have candidates, in order. The first such interval is calculated directly,
 * without visiting the intervals before it. HOURLY and MINUTELY rules have one period per day, with the times of those hours or minutes
 * that touch the span.
 */
export function forEachPeriod(plan: ExpansionPlan, span: LocalSpan, budget: StepBudget, visit: Visit<Period>): void {
  if (plan.slots) return forEachSlotDay(plan, plan.slots, { span, budget, visit });
  const walk: Walk = { days: { from: dayOf(span.from), to: dayOf(span.to) }, budget, visit };
  switch (plan.rule.frequency) {
    case 'YEARLY':
      return plan.rule.byWeekNumber ? forEachWeekYear(plan, walk) : forEachYear(plan, walk);
    case 'MONTHLY':
      return forEachMonth(plan, walk);
    case 'WEEKLY':
      return forEachWeek(plan, walk);
    default:
      return forEachDay(plan, walk);
  }
}

interface DaySpan {
  from: DayNumber;
  /** Inclusive. */
  to: DayNumber;
}

/** The days to read, the limit of steps, and the function that receives the periods. */
interface Walk {
  days: DaySpan;
  budget: StepBudget;
  visit: Visit<Period>;
}

/** The first value ≥ `from` that lies a whole number of steps (0 or more) after `start`. */
function alignUp(from: number, start: number, step: number): number {
  return from <= start ? start : start + Math.ceil((from - start) / step) * step;
}

function forEachYear({ rule, startDate, filter, times }: ExpansionPlan, { days: span, budget, visit }: Walk): void {
  const { interval } = rule;
  const lastYear = civilDate(span.to).year;
  for (let year = alignUp(civilDate(span.from).year, startDate.year, interval); year <= lastYear; year += interval) {
    if (!budget.take()) return;
    const days: DayNumber[] = [];
    for (let month = 1; month <= MONTHS_PER_YEAR; month += 1) {
      const mask = filter?.maskOf(year, month) ?? 0;
      if (mask !== 0) collectDays(mask, dayNumber(year, month, 1), days);
    }
    if (days.length > 0 && !visit({ days, times })) return;
  }
}

/**
 * With BYWEEKNO, INTERVAL counts week-numbering years (ISO 8601): INTERVAL=2;BYWEEKNO=1 is week 1 of every second such year, even if that
 * week begins in December of the year before.
 */
function forEachWeekYear({ filter, rule, times, startDay }: ExpansionPlan, { days: span, budget, visit }: Walk): void {
  const { interval, byWeekNumber = [], weekStart } = rule;
  const firstYear = weekYearOf(startDay, weekStart);
  const lastYear = weekYearOf(span.to, weekStart);
  for (let year = alignUp(weekYearOf(span.from, weekStart), firstYear, interval); year <= lastYear; year += interval) {
    if (!budget.take()) return;
    const days = daysOfWeeks(year, byWeekNumber, weekStart).filter((day) => !filter || passes(filter, day));
    if (days.length > 0 && !visit({ days, times })) return;
  }
}

function forEachMonth({ rule, startDate, filter, times }: ExpansionPlan, { days: span, budget, visit }: Walk): void {
  const monthIndex = ({ year, month }: { year: number; month: number }): number => year * MONTHS_PER_YEAR + month - 1;
  const { interval } = rule;
  const first = alignUp(monthIndex(civilDate(span.from)), monthIndex(startDate), interval);
  const last = monthIndex(civilDate(span.to));
  for (let index = first; index <= last; index += interval) {
    if (!budget.take()) return;
    const year = Math.floor(index / MONTHS_PER_YEAR);
    const month = modulo(index, MONTHS_PER_YEAR) + 1;
    const mask = filter?.maskOf(year, month) ?? 0;
    if (mask === 0) continue;
    const days: DayNumber[] = [];
    collectDays(mask, dayNumber(year, month, 1), days);
    if (!visit({ days, times })) return;
  }
}

function forEachWeek({ rule, startDay, times }: ExpansionPlan, { days: span, budget, visit }: Walk): void {
  const { interval, weekStart, byDay = [], byMonth } = rule;
  const weekBegin = (day: DayNumber): DayNumber => day - modulo(weekdayOf(day) - weekStart, DAYS_PER_WEEK);
  const offsets = [...new Set(byDay.map(({ weekday }) => modulo(weekday - weekStart, DAYS_PER_WEEK)))].sort(
    (a, b) => a - b,
  );
  const step = interval * DAYS_PER_WEEK;
  for (let week = alignUp(weekBegin(span.from), weekBegin(startDay), step); week <= span.to; week += step) {
    if (!budget.take()) return;
    const days = offsets.map((offset) => week + offset);
    const inMonths = byMonth ? days.filter((day) => byMonth.includes(civilDate(day).month)) : days;
    if (inMonths.length > 0 && !visit({ days: inMonths, times })) return;
  }
}

function forEachDay({ rule, startDay, filter, times }: ExpansionPlan, { days: span, budget, visit }: Walk): void {
  const { interval } = rule;
  let day = alignUp(span.from, startDay, interval);
  while (day <= span.to && budget.take()) {
    const passing = filter ? firstPassingDay(filter, { from: day, to: span.to }, budget) : day;
    if (passing === undefined) return;
    if (passing > day) {
      day = alignUp(passing, startDay, interval);
    } else {
      if (!visit({ days: [day], times })) return;
      day += interval;
    }
  }
}

/** Visits each day of an HOURLY or MINUTELY rule as one period. BYSETPOS was already applied within each slot, i.e. hour or minute. */
function forEachSlotDay(
  { rule, filter, startDay }: ExpansionPlan,
  slots: Slots,
  { span, budget, visit }: { span: LocalSpan; budget: StepBudget; visit: Visit<Period> },
): void {
  const { interval } = rule;
  const { first, perDay, length, isReachable } = slots;
  if (!isReachable) return;
  const lastDay = dayOf(span.to);
  const fromSlot = Math.floor(span.from / length);
  const lastSlot = Math.floor(span.to / length);
  let day = Math.max(dayOf(span.from), startDay);
  while (day <= lastDay && budget.take()) {
    const passing = filter ? firstPassingDay(filter, { from: day, to: lastDay }, budget) : day;
    if (passing === undefined) return;
    const slot = alignUp(Math.max(passing * perDay, fromSlot), first, interval);
    day = Math.floor(slot / perDay);
    if (day > passing) continue;
    const begin = day * perDay;
    const times = slotTimes(slots, { from: slot - begin, to: Math.min(lastSlot - begin, perDay - 1) }, interval);
    if (times.length > 0 && !visit({ days: [day], times })) return;
    day += 1;
  }
}

/** The times of day, in seconds, in every `interval`-th slot of a day from the slot `from` to the slot `to`. */
function slotTimes(
  { admitted, length, offsets }: Slots,
  { from, to }: { from: number; to: number },
  interval: number,
): number[] {
  const times: number[] = [];
  for (let slot = from; slot <= to; slot += interval) {
    if (admitted[slot] === 1) for (const offset of offsets) times.push(slot * length + offset);
  }
  return times;
}

/**
 * The first day from `from` on that passes the filter. It can be after `to`, but it is in the month of `to` or earlier. Undefined if no
 * month up to that of `to` has such a day, or if the budget is used up. A month without such a day costs one step.
 */
function firstPassingDay(filter: DayFilter, { from, to }: DaySpan, budget: StepBudget): DayNumber | undefined {
  let { year, month, day } = civilDate(from);
  for (let first = from - day + 1; first <= to; first = dayNumber(year, month, 1)) {
    const fromThatDay = ~0 << (day - 1);
    const rest = filter.maskOf(year, month) & fromThatDay;
    if (rest !== 0) return first + lowestBit(rest);
    if (!budget.take()) return undefined;
    day = 1;
    month = month === MONTHS_PER_YEAR ? 1 : month + 1;
    if (month === 1) year += 1;
  }
  return undefined;
}
