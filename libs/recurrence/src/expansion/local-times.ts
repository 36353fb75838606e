import { dayNumber, DAYS_PER_WEEK, SECONDS_PER_DAY } from '../civil';
import type { DayNumber, LocalSeconds } from '../civil';
import { LAST_YEAR } from '../timestamps';
import type { ExpansionPlan } from './expansion-plan';
import { forEachPeriod } from './periods';
import type { LocalSpan, Period, Visit } from './periods';
import { chosenIndices } from './positions';
import { StepBudget } from './step-budget';

/** The end of the last supported year, 2199. Rules give only local times before it. */
const CALENDAR_END: LocalSeconds = (dayNumber(LAST_YEAR, 12, 31) + 1) * SECONDS_PER_DAY;
const LAST_LOCAL_TIME = CALENDAR_END - 1;

/** The span of the local times to visit, both ends included. */
export interface WantedLocalTimes extends LocalSpan {
  /** Returns whether to skip a whole day. */
  skipsDay?: (day: DayNumber) => boolean;
}

/** The cached results of {@link lastLocalTimeByCount}. */
const lastLocalTimes = new WeakMap<ExpansionPlan, LocalSeconds>();

/**
 * Visits the local times of a rule in ascending order: those after the start, which is an instance by itself, and up to the
 * last one that COUNT admits. UNTIL is not applied, because it is an instant and a plan has no zone.
 * @param budget limits the number of periods that are read; the visit ends when it is used up
 */
export function forEachLocalTime(
  plan: ExpansionPlan,
  { from, to, skipsDay }: WantedLocalTimes,
  budget: StepBudget,
  visit: Visit<LocalSeconds>,
): void {
  const wanted = {
    from: Math.max(from, plan.firstLocal),
    to: Math.min(to, lastLocalTimeByCount(plan), LAST_LOCAL_TIME),
    skipsDay,
  };
  if (wanted.from > wanted.to) return;
  const positions = positionsOf(plan);
  forEachPeriod(plan, wanted, budget, (period) => forEachTimeOf(period, positions, wanted, visit));
}

/** Whether the rule gives the start. By RFC 5545, the start is an instance even if its rule does not give it. */
export function givesStart(plan: ExpansionPlan): boolean {
  const { startLocal } = plan;
  const startSpan = { from: startLocal, to: startLocal };
  let found = false;
  forEachPeriod(plan, startSpan, new StepBudget(), (period) =>
    forEachTimeOf(period, positionsOf(plan), startSpan, () => {
      found = true;
      return false;
    }),
  );
  return found;
}

/**
 * The local time of the COUNT-th instance, the start being the first; Infinity without COUNT, and when the year 2199 ends earlier.
 * Computed once per plan, by counting whole periods.
 */
export function lastLocalTimeByCount(plan: ExpansionPlan): LocalSeconds {
  const { count } = plan.rule;
  if (count === undefined) return Infinity;
  const known = lastLocalTimes.get(plan);
  if (known !== undefined) return known;
  const last = count === 1 ? plan.startLocal : localTimeAt(plan, count - 1);
  lastLocalTimes.set(plan, last);
  return last;
}

/** The positions of BYSETPOS among the candidates of a period. Undefined for HOURLY and MINUTELY rules: in their
 * plan, `slots.offsets` contains only the times that BYSETPOS chooses within an hour or minute. */
function positionsOf({ slots, rule }: ExpansionPlan): number[] | undefined {
  return slots ? undefined : rule.bySetPosition;
}

/** Visits the wanted local times of a period. BYSETPOS chooses among all candidates of the period. Returns false to stop. */
function forEachTimeOf(
  { days, times }: Period,
  positions: number[] | undefined,
  { from, to, skipsDay }: WantedLocalTimes,
  visit: Visit<LocalSeconds>,
): boolean {
  if (positions) {
    for (const index of chosenIndices(days.length * times.length, positions)) {
      const day = days[Math.floor(index / times.length)] ?? 0;
      const local = day * SECONDS_PER_DAY + (times[index % times.length] ?? 0);
      if (local > to) return false;
      if (local >= from && !skipsDay?.(day) && !visit(local)) return false;
    }
    return true;
  }
  for (const day of days) {
    const midnight = day * SECONDS_PER_DAY;
    if (midnight > to) return false;
    if (midnight + SECONDS_PER_DAY <= from || skipsDay?.(day)) continue;
    for (const time of times) {
      const local = midnight + time;
      if (local >= from && local <= to && !visit(local)) return false;
    }
  }
  return true;
}

/** The number of instances of a period. */
function sizeOf({ days, times }: Period, positions: number[] | undefined): number {
  const size = days.length * times.length;
  return positions ? chosenIndices(size, positions).length : size;
}

/** The ordinal-th local time after the start; Infinity when the year 2199 ends earlier. */
function localTimeAt(plan: ExpansionPlan, ordinal: number): LocalSeconds {
  const positions = positionsOf(plan);
  const { fromDay, remaining } = skipEqualPeriods(plan, ordinal);
  let missing = remaining;
  let found = Infinity;
  const span = { from: fromDay * SECONDS_PER_DAY, to: LAST_LOCAL_TIME };
  forEachPeriod(plan, span, new StepBudget(), (period) => {
    const isAfterStart = (period.days[0] ?? 0) * SECONDS_PER_DAY >= plan.firstLocal;
    const size = isAfterStart ? sizeOf(period, positions) : 0;
    if (size > 0 && missing > size) {
      missing -= size;
      return true;
    }
    return forEachTimeOf(period, positions, { from: plan.firstLocal, to: LAST_LOCAL_TIME }, (local) => {
      missing -= 1;
      if (missing === 0) found = local;
      return missing > 0;
    });
  });
  return found;
}

/**
 * Skips periods before the ordinal-th local time, for rules whose periods all have the same number of instances.
 * @returns a day in the period in which counting continues, and the number of local times to count from the beginning of this period
 */
function skipEqualPeriods(plan: ExpansionPlan, ordinal: number): { fromDay: DayNumber; remaining: number } {
  const { frequency, interval, byMonth } = plan.rule;
  const start = { fromDay: plan.startDay, remaining: ordinal };
  const areEqual = (frequency === 'DAILY' && !plan.filter) || (frequency === 'WEEKLY' && !byMonth);
  // When clocks are set back, the local times of an overlap occur twice. After a start in the second pass, the rest of the overlap is left
  // out (`firstLocal` is its end). If the overlap reaches into the next day, that day also has fewer instances.
  const isOnlyStartDayCut = plan.firstLocal <= (plan.startDay + 1) * SECONDS_PER_DAY;
  const first = areEqual && isOnlyStartDayCut ? periodOfStart(plan) : undefined;
  if (!first) return start;
  const positions = positionsOf(plan);
  const size = sizeOf(first, positions);
  // BYSETPOS chooses nothing, so no period has an instance.
  if (size === 0) return { fromDay: Infinity, remaining: ordinal };
  let countInFirst = 0;
  forEachTimeOf(first, positions, { from: plan.firstLocal, to: Infinity }, () => {
    countInFirst += 1;
    return true;
  });
  if (countInFirst >= ordinal) return start;
  const skipped = Math.floor((ordinal - countInFirst - 1) / size);
  const step = interval * (frequency === 'WEEKLY' ? DAYS_PER_WEEK : 1);
  return { fromDay: plan.startDay + (skipped + 1) * step, remaining: ordinal - countInFirst - skipped * size };
}

function periodOfStart(plan: ExpansionPlan): Period | undefined {
  let found: Period | undefined;
  forEachPeriod(plan, { from: plan.startLocal, to: plan.startLocal }, new StepBudget(), (period) => {
    found = period;
    return false;
  });
  return found;
}
