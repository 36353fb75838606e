import { dayOf, SECONDS_PER_DAY } from './civil';
import type { EpochSeconds } from './civil';
import { exceptionInstants, withoutExceptions } from './exceptions';
import { startsAt } from './expansion/expand';
import type { ExpansionPlan } from './expansion/expansion-plan';
import { givesStart, lastLocalTimeByCount } from './expansion/local-times';
import { WEEKDAYS } from './grammar/rule';
import type { Rule } from './grammar/rule';
import type { Series } from './series';
import { formatBasicDate, formatBasicLocal, formatBasicUtc, formatUntil } from './timestamps';
import { toInstant, toLocal } from './zones/zone';

/**
 * The RRULE, RDATE and EXDATE lines of a series; empty for a single event. RFC 5545 leaves some points open, and calendar programs read
 * these points differently. To get the same occurrences in all programs, the lines contain the parts that DTSTART adds to the rule. A
 * start that the rule does not give becomes an RDATE, and the rule then ends with UNTIL instead of COUNT.
 */
export function recurrenceLines(series: Series): string[] {
  const { plan, start, additions } = series;
  if (!plan) return [];
  // When clocks are set back, the local times of an overlap occur twice. After a start in the second pass, Almanac has no occurrence
  // before the overlap ends; other programs have some, and COUNT counts them. So such a start counts as one that the rule does not give.
  // `firstLocal` is then the end of the overlap; for all other starts, it is one second after the start.
  const isStartGiven = givesStart(plan) && plan.firstLocal === plan.startLocal + 1;
  // `additions` contains the start, too.
  const recurrenceDates = additions.filter((instant) => instant !== start || !isStartGiven);
  return [
    `RRULE:${ruleText(series, plan, isStartGiven)}`,
    ...dateLine('RDATE', series, recurrenceDates),
    ...dateLine('EXDATE', series, effectiveExceptions(series)),
  ];
}

/** The RECURRENCE-ID of an instance, with the value type of the series' DTSTART (RFC 5545 §3.8.4.4). */
export function recurrenceIdLine(series: Series, instant: EpochSeconds): string {
  return dateLine('RECURRENCE-ID', series, [instant]).join('');
}

/** The exceptions that exclude an occurrence. Some programs ignore every EXDATE after an EXDATE that excludes no occurrence. */
function effectiveExceptions(series: Series): EpochSeconds[] {
  const unexcluded = withoutExceptions(series);
  return exceptionInstants(series).filter((instant) => startsAt(unexcluded, instant));
}

function dateLine(name: string, { zone, allDayLength }: Series, instants: EpochSeconds[]): string[] {
  if (instants.length === 0) return [];
  if (zone.name === 'UTC' && allDayLength === 0) return [`${name}:${instants.map(formatBasicUtc).join(',')}`];
  const localTimes = instants.map((instant) => toLocal(zone, instant));
  if (allDayLength > 0) return [`${name};VALUE=DATE:${localTimes.map(formatBasicDate).join(',')}`];
  return [`${name};TZID=${zone.name}:${localTimes.map(formatBasicLocal).join(',')}`];
}

function ruleText(series: Series, plan: ExpansionPlan, isStartGiven: boolean): string {
  const rule = asMonthly(plan.rule);
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
 * Converts a YEARLY rule with BYMONTHDAY to the MONTHLY rule with the same occurrences, if there is one. Programs differ in how they read
 * BYMONTHDAY without BYMONTH in a YEARLY rule. If a month lacks the day (e.g. April 31), some use a day of the next month.
 */
function asMonthly(rule: Rule): Rule {
  const { frequency, interval, byMonthDay, byYearDay, byWeekNumber, bySetPosition, byDay = [] } = rule;
  const otherPart = byYearDay ?? byWeekNumber ?? bySetPosition ?? byDay.find(({ ordinal }) => ordinal !== 0);
  return frequency === 'YEARLY' && interval === 1 && byMonthDay && !otherPart
    ? { ...rule, frequency: 'MONTHLY' }
    : rule;
}

/** The values of BYDAY. `1MO,MO` is every Monday and becomes `MO`: some programs read it as the first Monday only. */
function weekdayTexts(byDay: NonNullable<Rule['byDay']>): string[] {
  const plain = new Set(byDay.filter(({ ordinal }) => ordinal === 0).map(({ weekday }) => weekday));
  const texts = byDay
    .filter(({ ordinal, weekday }) => ordinal === 0 || !plain.has(weekday))
    .map(({ ordinal, weekday }) => `${ordinal === 0 ? '' : ordinal}${WEEKDAYS[weekday] ?? ''}`);
  return [...new Set(texts)];
}

function untilText(
  { zone, start, until, allDayLength }: Series,
  plan: ExpansionPlan,
  isStartGiven: boolean,
): string | undefined {
  const counted = isStartGiven ? Infinity : lastLocalTimeByCount(plan);
  // With COUNT=1, the start is the last instant. If it lies in the second pass of an overlap, `toInstant` returns the earlier instant of
  // its local time, in the first pass.
  const last = Math.min(until, counted === Infinity ? Infinity : Math.max(start, toInstant(zone, counted)));
  if (last === Infinity) return undefined;
  // RFC 5545 §3.3.10: UNTIL is a DATE where DTSTART is one, else in UTC.
  return allDayLength > 0 ? formatBasicDate(dayOf(toLocal(zone, last)) * SECONDS_PER_DAY) : formatUntil(last);
}
