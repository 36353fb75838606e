import { dayOf, SECONDS_PER_DAY } from './civil';
import type { DayNumber, EpochSeconds } from './civil';
import { exceptionInstants } from './exceptions';
import { nextOccurrence } from './expansion/expand';
import type { Plan } from './expansion/plan';
import { givesStart, lastWall } from './expansion/walls';
import { WEEKDAYS } from './grammar/rule';
import type { Rule } from './grammar/rule';
import type { Series } from './series';
import { formatBasicDate, formatBasicUtc, formatBasicWall } from './timestamps';
import { toInstant, toWall } from './zones/zone';

/**
 * The RRULE, RDATE and EXDATE lines of a series, so written that programs which read the open points of RFC 5545
 * differently arrive at the same occurrences: what DTSTART adds to the rule is spelled out, and a start that the rule does
 * not give is an RDATE beside a rule that ends by UNTIL instead of COUNT. Empty for a single event.
 */
export function recurrenceLines(series: Series): string[] {
  const { plan, start, additions } = series;
  if (!plan) return [];
  // Programs count the wall times after the start; those of an overlap that lie before its second pass count for none of ours.
  const isStartGiven = givesStart(plan) && plan.firstWall === plan.startWall + 1;
  const beside = additions.filter((instant) => instant !== start || !isStartGiven);
  return [
    `RRULE:${ruleText(series, plan, isStartGiven)}`,
    ...dateLine('RDATE', series, beside),
    ...dateLine('EXDATE', series, effectiveExceptions(series)),
  ];
}

/** The exceptions that take something out; some programs overlook every EXDATE after one that does not. */
function effectiveExceptions(series: Series): EpochSeconds[] {
  const whole = { ...series, exceptions: new Set<EpochSeconds>(), exceptDays: new Set<DayNumber>() };
  return exceptionInstants(series).filter((instant) => nextOccurrence(whole, instant - 1)?.start === instant);
}

function dateLine(name: string, { zone, allDayLength }: Series, instants: EpochSeconds[]): string[] {
  if (instants.length === 0) return [];
  if (zone.name === 'UTC' && allDayLength === 0) return [`${name}:${instants.map(formatBasicUtc).join(',')}`];
  const walls = instants.map((instant) => toWall(zone, instant));
  if (allDayLength > 0) return [`${name};VALUE=DATE:${walls.map(formatBasicDate).join(',')}`];
  return [`${name};TZID=${zone.name}:${walls.map(formatBasicWall).join(',')}`];
}

function ruleText(series: Series, plan: Plan, isStartGiven: boolean): string {
  const rule = inMonths(plan.rule);
  const parts: [string, string | number | readonly (string | number)[] | undefined][] = [
    ['FREQ', rule.frequency],
    ['INTERVAL', rule.interval === 1 ? undefined : rule.interval],
    ['COUNT', isStartGiven ? rule.count : undefined],
    ['UNTIL', untilText(series, plan, isStartGiven)],
    ['BYMONTH', rule.byMonth],
    ['BYWEEKNO', rule.byWeekNumber],
    ['BYYEARDAY', rule.byYearDay],
    ['BYMONTHDAY', rule.byMonthDay],
    ['BYDAY', rule.byDay && weekdayTexts(rule.byDay)],
    ['BYHOUR', rule.byHour],
    ['BYMINUTE', rule.byMinute],
    ['BYSECOND', rule.bySecond],
    ['BYSETPOS', rule.bySetPosition],
    ['WKST', rule.weekStart === 0 ? undefined : WEEKDAYS[rule.weekStart]],
  ];
  return parts.flatMap(([name, value]) => (value === undefined ? [] : `${name}=${String(value)}`)).join(';');
}

/**
 * A yearly rule about days of months as the monthly one that means the same: what BYMONTHDAY without BYMONTH says in a
 * yearly rule is read in two ways, and days that a month does not have are rolled over by some.
 */
function inMonths(rule: Rule): Rule {
  const { frequency, interval, byMonthDay, byYearDay, byWeekNumber, bySetPosition, byDay = [] } = rule;
  const isOther = byYearDay ?? byWeekNumber ?? bySetPosition ?? byDay.find(({ ordinal }) => ordinal !== 0);
  return frequency === 'YEARLY' && interval === 1 && byMonthDay && !isOther ? { ...rule, frequency: 'MONTHLY' } : rule;
}

/** `1MO,MO` is every Monday: the ordinal goes, since some programs take what both have in common. */
function weekdayTexts(byDay: NonNullable<Rule['byDay']>): string[] {
  const plain = new Set(byDay.filter(({ ordinal }) => ordinal === 0).map(({ weekday }) => weekday));
  const texts = byDay
    .filter(({ ordinal, weekday }) => ordinal === 0 || !plain.has(weekday))
    .map(({ ordinal, weekday }) => `${ordinal === 0 ? '' : ordinal}${WEEKDAYS[weekday] ?? ''}`);
  return [...new Set(texts)];
}

function untilText(
  { zone, start, until, allDayLength }: Series,
  plan: Plan,
  isStartGiven: boolean,
): string | undefined {
  const counted = isStartGiven ? Infinity : lastWall(plan);
  // A COUNT of one ends with the start, which is the later instant when its wall time comes twice.
  const last = Math.min(until, counted === Infinity ? Infinity : Math.max(start, toInstant(zone, counted)));
  if (last === Infinity) return undefined;
  // RFC 5545 §3.3.10: UNTIL is a DATE where DTSTART is one, else in UTC.
  return allDayLength > 0 ? formatBasicDate(dayOf(toWall(zone, last)) * SECONDS_PER_DAY) : formatBasicUtc(last);
}
