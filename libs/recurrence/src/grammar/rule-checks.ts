import { RecurrenceError } from './recurrence-error';
import type { Frequency, Rule } from './rule';

const MAXIMUM_TIMES_PER_DAY = 1440;

interface Check {
  isBroken: (rule: Rule) => boolean;
  message: string;
}

const isOneOf =
  (...frequencies: Frequency[]) =>
  ({ frequency }: Rule): boolean =>
    frequencies.includes(frequency);
const hasOrdinal = ({ byDay = [] }: Rule): boolean => byDay.some(({ ordinal }) => ordinal !== 0);

/** What the parts of a rule may not say together: the MUST NOTs of RFC 5545 §3.3.10, and our bound on times per day. */
const CHECKS: Check[] = [
  {
    isBroken: (rule) => rule.count !== undefined && rule.until !== undefined,
    message: 'COUNT and UNTIL exclude each other.',
  },
  {
    isBroken: (rule) => hasOrdinal(rule) && !isOneOf('MONTHLY', 'YEARLY')(rule),
    message: 'BYDAY takes ordinals in MONTHLY and YEARLY rules only.',
  },
  {
    isBroken: (rule) => hasOrdinal(rule) && rule.byWeekNumber !== undefined,
    message: 'BYDAY takes no ordinals beside BYWEEKNO.',
  },
  {
    isBroken: (rule) => rule.byMonthDay !== undefined && isOneOf('WEEKLY')(rule),
    message: 'BYMONTHDAY does not stand in a WEEKLY rule.',
  },
  {
    isBroken: (rule) => rule.byYearDay !== undefined && isOneOf('DAILY', 'WEEKLY', 'MONTHLY')(rule),
    message: 'BYYEARDAY does not stand in a DAILY, WEEKLY or MONTHLY rule.',
  },
  {
    isBroken: (rule) => rule.byWeekNumber !== undefined && !isOneOf('YEARLY')(rule),
    message: 'BYWEEKNO stands in YEARLY rules only.',
  },
  {
    isBroken: (rule) => rule.bySetPosition !== undefined && !hasOtherByPart(rule),
    message: 'BYSETPOS needs another BYxxx part to choose from.',
  },
  {
    isBroken: (rule) => timesPerDay(rule) > MAXIMUM_TIMES_PER_DAY,
    message: `A rule gives at most ${MAXIMUM_TIMES_PER_DAY} times a day.`,
  },
];

/** @throws RecurrenceError with the first rule that is broken. */
export function checkRule(rule: Rule): void {
  for (const { isBroken, message } of CHECKS) {
    if (isBroken(rule)) throw new RecurrenceError(message);
  }
}

function hasOtherByPart(rule: Rule): boolean {
  const { bySecond, byMinute, byHour, byDay, byMonthDay, byYearDay, byWeekNumber, byMonth } = rule;
  return [bySecond, byMinute, byHour, byDay, byMonthDay, byYearDay, byWeekNumber, byMonth].some(
    (part) => part !== undefined,
  );
}

/** The most times one day can have, before BYSETPOS chooses. */
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
