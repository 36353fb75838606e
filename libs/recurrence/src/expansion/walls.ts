import { dayNumber, dayOf, DAYS_PER_WEEK, SECONDS_PER_DAY } from '../civil';
import type { DayNumber, WallSeconds } from '../civil';
import { LAST_YEAR } from '../timestamps';
import { fewTimesOfEveryDay, periods, sizeOf, wallsOf } from './periods';
import type { Plan } from './plan';
import { StepBudget } from './step-budget';

/** The last day an instance may start on. */
export const HORIZON: DayNumber = dayNumber(LAST_YEAR, 12, 31);

export interface WallSpan {
  from: WallSeconds;
  /** Nothing after this wall time is wanted. */
  to: WallSeconds;
  /** Days to leave out whole. */
  skips?: (day: DayNumber) => boolean;
}

const lastWalls = new WeakMap<Plan, WallSeconds>();

/**
 * The wall times of a rule, ascending, after the start's (which is an instance of itself) and up to what COUNT admits.
 * UNTIL is not looked at: it is an instant and decided after zoning.
 */
export function ruleWalls(plan: Plan, { from, to, skips }: WallSpan, budget: StepBudget): Iterable<WallSeconds> {
  const span = { from: Math.max(from, plan.firstWall), to: Math.min(to, lastWall(plan)), skips };
  const times = span.to - span.from < SECONDS_PER_DAY ? fewTimesOfEveryDay(plan) : undefined;
  return times ? shortSpanWalls(times, span) : periodWalls(plan, span, budget);
}

/** What `periodWalls` would give, at once: a page that is soon full looks at hundreds of hourly series for a moment each. */
function shortSpanWalls(times: number[], { from, to, skips }: WallSpan): WallSeconds[] {
  const walls: WallSeconds[] = [];
  for (let day = dayOf(from); day <= Math.min(HORIZON, dayOf(to)); day += 1) {
    if (skips?.(day)) continue;
    const midnight = day * SECONDS_PER_DAY;
    for (const time of times) if (midnight + time >= from && midnight + time <= to) walls.push(midnight + time);
  }
  return walls;
}

function* periodWalls(
  plan: Plan,
  { from: first, to: last, skips }: WallSpan,
  budget: StepBudget,
): Generator<WallSeconds> {
  const positions = positionsOf(plan);
  const span = { from: dayOf(first), to: Math.min(HORIZON, dayOf(last)) };
  for (const period of periods(plan, span, budget)) {
    if (positions) {
      for (const wall of wallsOf(period, positions, { from: first, skips })) if (wall <= last) yield wall;
      continue;
    }
    // What `wallsOf` would give, without the cost of a generator within a generator: this is where most time goes.
    for (const day of period.days) {
      const midnight = day * SECONDS_PER_DAY;
      if (midnight > last) return;
      if (midnight + SECONDS_PER_DAY <= first || skips?.(day)) continue;
      for (const time of period.times) if (midnight + time >= first && midnight + time <= last) yield midnight + time;
    }
  }
}

/** Whether the rule by itself would give the start. */
export function givesStart(plan: Plan): boolean {
  const { startDay, startWall } = plan;
  for (const period of periods(plan, { from: startDay, to: startDay }, new StepBudget())) {
    for (const wall of wallsOf(period, positionsOf(plan), { from: startWall })) return wall === startWall;
  }
  return false;
}

/** BYSETPOS where it chooses among a period's candidates; HOURLY and MINUTELY rules have applied it to each slot. */
function positionsOf({ slots, rule }: Plan): number[] | undefined {
  return slots ? undefined : rule.bySetPosition;
}

/**
 * The wall time of the COUNT-th instance, the start being the first; Infinity without COUNT or when the calendar ends
 * earlier. Found once per plan, by counting whole periods.
 */
export function lastWall(plan: Plan): WallSeconds {
  const { count } = plan.rule;
  if (count === undefined) return Infinity;
  const known = lastWalls.get(plan);
  if (known !== undefined) return known;
  const found = count === 1 ? plan.startWall : wallAt(plan, count - 1);
  lastWalls.set(plan, found);
  return found;
}

/** The ordinal-th wall time after the start's. */
function wallAt(plan: Plan, ordinal: number): WallSeconds {
  const positions = positionsOf(plan);
  const cut = { from: plan.firstWall };
  const { from, left } = leapOverEqualPeriods(plan, ordinal);
  let missing = left;
  for (const period of periods(plan, { from, to: HORIZON }, new StepBudget())) {
    const isWhole = (period.days[0] ?? 0) * SECONDS_PER_DAY >= plan.firstWall;
    const counted = isWhole && missing > sizeOf(period, positions) ? sizeOf(period, positions) : 0;
    missing -= counted;
    if (counted > 0) continue;
    for (const wall of wallsOf(period, positions, cut)) {
      missing -= 1;
      if (missing === 0) return wall;
    }
  }
  return Infinity;
}

/** Where every period has as many instances as the next, most of a COUNT is a division. */
function leapOverEqualPeriods(plan: Plan, ordinal: number): { from: DayNumber; left: number } {
  const { frequency, interval, byMonth } = plan.rule;
  const areEqual = (frequency === 'DAILY' && !plan.filter) || (frequency === 'WEEKLY' && !byMonth);
  // An overlap may reach into the day after the start, which then is cut as well.
  const isCutOnStartDay = plan.firstWall <= (plan.startDay + 1) * SECONDS_PER_DAY;
  const [first] =
    areEqual && isCutOnStartDay ? periods(plan, { from: plan.startDay, to: plan.startDay }, new StepBudget()) : [];
  const here = { from: plan.startDay, left: ordinal };
  if (!first) return here;
  const positions = positionsOf(plan);
  const size = sizeOf(first, positions);
  const inFirst = [...wallsOf(first, positions, { from: plan.firstWall })].length;
  if (size === 0) return { from: Infinity, left: ordinal };
  if (inFirst >= ordinal) return here;
  const leapt = Math.floor((ordinal - inFirst - 1) / size);
  const step = interval * (frequency === 'WEEKLY' ? DAYS_PER_WEEK : 1);
  return { from: plan.startDay + (leapt + 1) * step, left: ordinal - inFirst - leapt * size };
}
