import { RecurrenceError } from './recurrence-error';
import type { Frequency, Rule } from './rule';

const MAX_TIMES_PER_DAY = 1440;

interface Check {
  isViolated: (rule: Rule) => boolean;
  message: string;
}

const hasFrequency =
  (...frequencies: Frequency[]) =>
  ({ frequency }: Rule): boolean =>
    frequencies.includes(frequency);
const hasOrdinal = ({ byDay = [] }: Rule): boolean => byDay.some(({ ordinal }) => ordinal !== 0);

/** The rules that are not accepted: those that RFC 5545 §3.3.10 forbids, and those with more times per day than our limit. */
const CHECKS: Check[] = [
  {
    isViolated: (rule) => rule.count !== undefined && rule.until !== undefined,
    message: 'A rule takes COUNT or UNTIL, not both.',
  },
  {
    isViolated: (rule) => hasOrdinal(rule) && !hasFrequency('MONTHLY', 'YEARLY')(rule),
    message: 'BYDAY takes ordinals in MONTHLY and YEARLY rules only.',
  },
  {
    isViolated: (rule) => hasOrdinal(rule) && rule.byWeekNumber !== undefined,
    message: 'BYDAY takes no ordinals beside BYWEEKNO.',
  },
  {
    isViolated: (rule) => rule.byMonthDay !== undefined && hasFrequency('WEEKLY')(rule),
    message: 'BYMONTHDAY is not allowed in a WEEKLY rule.',
  },
  {
    isViolated: (rule) => rule.byYearDay !== undefined && hasFrequency('DAILY', 'WEEKLY', 'MONTHLY')(rule),
    message: 'BYYEARDAY is not allowed in a DAILY, WEEKLY or MONTHLY rule.',
  },
  {
    isViolated: (rule) => rule.byWeekNumber !== undefined && !hasFrequency('YEARLY')(rule),
    message: 'BYWEEKNO is allowed in YEARLY rules only.',
  },
  {
    isViolated: (rule) => rule.bySetPosition !== undefined && !hasOtherByPart(rule),
    message: 'BYSETPOS needs another BYxxx part to choose from.',
  },
  {
    isViolated: (rule) => timesPerDay(rule) > MAX_TIMES_PER_DAY,
    message: `A rule gives at most ${MAX_TIMES_PER_DAY} times a day.`,
  },
];

/** @throws RecurrenceError with the message of the first check that fails */
export function checkRule(rule: Rule): void {
  for (const { isViolated, message } of CHECKS) {
    if (isViolated(rule)) throw new RecurrenceError(message);
  }
}

function hasOtherByPart(rule: Rule): boolean {
  const { bySecond, byMinute, byHour, byDay, byMonthDay, byYearDay, byWeekNumber, byMonth } = rule;
  return [bySecond, byMinute, byHour, byDay, byMonthDay, byYearDay, byWeekNumber, byMonth].some(
    (part) => part !== undefined,
  );
}

/** The maximum number of times on one day, before BYSETPOS. */
function timesPerDay({ frequency, interval, bySecond, byMinute, byHour }: Rule): number {
  const seconds = bySecond?.length ?? 1;
  if (frequency === 'MINUTELY') {
    const minutes = (byHour?.length ?? 24) * (byMinute?.length ?? 60);
    return Math.min(Math.ceil(1440 / interval), minutes) * seconds;
  }
  const hours =
    frequency === 'HOURLY' ? Math.min(Math.ceil(24 / interval), byHour?.length ?? 24) : (byHour?.length ?? 1);
  return hours * (byMinute?.length ?? 1) * seconds;
}
