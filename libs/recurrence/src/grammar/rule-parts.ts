import { parseDateValue } from './date-values';
import { RecurrenceError } from './recurrence-error';
import { WEEKDAYS } from './rule';
import type { Frequency, Rule, WeekdayOrdinal } from './rule';

const FREQUENCIES: readonly Frequency[] = ['MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];

interface Range {
  from: number;
  to: number;
  /** Whether the negatives of these numbers are legal, too, e.g. -1 to -31 for 1 to 31. */
  isSigned?: boolean;
}

type PartReader = (value: string) => Partial<Rule>;

const PARTS: Record<string, PartReader> = {
  FREQ: (value) => ({ frequency: frequency(value) }),
  INTERVAL: (value) => ({ interval: integer('INTERVAL', value, { from: 1, to: 10_000 }) }),
  COUNT: (value) => ({ count: integer('COUNT', value, { from: 1, to: 100_000 }) }),
  UNTIL: (value) => ({ until: parseDateValue(value, 'UNTIL') }),
  // A leap second is read as the second before it (RFC 5545 §3.3.12).
  BYSECOND: (value) => ({
    bySecond: sortUnique(integers('BYSECOND', value, { from: 0, to: 60 }).map((second) => Math.min(second, 59))),
  }),
  BYMINUTE: (value) => ({ byMinute: integers('BYMINUTE', value, { from: 0, to: 59 }) }),
  BYHOUR: (value) => ({ byHour: integers('BYHOUR', value, { from: 0, to: 23 }) }),
  BYDAY: (value) => ({ byDay: weekdays(value) }),
  BYMONTHDAY: (value) => ({ byMonthDay: integers('BYMONTHDAY', value, { from: 1, to: 31, isSigned: true }) }),
  BYYEARDAY: (value) => ({ byYearDay: integers('BYYEARDAY', value, { from: 1, to: 366, isSigned: true }) }),
  BYWEEKNO: (value) => ({ byWeekNumber: integers('BYWEEKNO', value, { from: 1, to: 53, isSigned: true }) }),
  BYMONTH: (value) => ({ byMonth: integers('BYMONTH', value, { from: 1, to: 12 }) }),
  BYSETPOS: (value) => ({ bySetPosition: integers('BYSETPOS', value, { from: 1, to: 366, isSigned: true }) }),
  WKST: (value) => ({ weekStart: weekday('WKST', value) }),
};

/**
 * Reads the value of an RRULE part by part. `checkRule` checks the combination of the parts.
 * @throws RecurrenceError for an unknown or repeated part, a value out of range, and a rule without FREQ
 */
export function parseRuleParts(text: string): Rule {
  const seen = new Set<string>();
  let rule: Omit<Rule, 'frequency'> & Partial<Rule> = { interval: 1, weekStart: 0 };
  for (const part of text.split(';')) {
    const [, written = '', value = ''] = /^([A-Za-z]+)=(.+)$/.exec(part) ?? [];
    const name = written.toUpperCase();
    const read = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
    if (!read) throw new RecurrenceError(`"${part.slice(0, 40)}" is not a part of a recurrence rule.`);
    if (seen.has(name)) throw new RecurrenceError(`${name} occurs twice in the rule.`);
    seen.add(name);
    rule = { ...rule, ...read(value.toUpperCase()) };
  }
  if (rule.frequency === undefined) throw new RecurrenceError('The rule has no FREQ.');
  return { ...rule, frequency: rule.frequency };
}

function frequency(value: string): Frequency {
  const found = FREQUENCIES.find((name) => name === value);
  if (!found) throw new RecurrenceError(`FREQ is one of ${FREQUENCIES.join(', ')}.`);
  return found;
}

function integer(part: string, value: string, { from, to, isSigned = false }: Range): number {
  const number = (isSigned ? /^[+-]?\d{1,10}$/ : /^\d{1,10}$/).test(value) ? Number(value) : NaN;
  const size = isSigned ? Math.abs(number) : number;
  if (!(size >= from && size <= to)) {
    throw new RecurrenceError(
      `${part} takes whole numbers from ${from} to ${to}${isSigned ? ', or the same numbers below zero' : ''}.`,
    );
  }
  return number;
}

function integers(part: string, value: string, range: Range): number[] {
  return sortUnique(value.split(',').map((item) => integer(part, item, range)));
}

function sortUnique(numbers: number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}

function weekday(part: string, name: string): number {
  const index = WEEKDAYS.indexOf(name);
  if (index < 0) throw new RecurrenceError(`${part} takes ${WEEKDAYS.join(', ')}.`);
  return index;
}

function weekdays(value: string): WeekdayOrdinal[] {
  return value.split(',').map((item) => {
    const [, ordinal = '', name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(item) ?? [];
    return {
      ordinal: ordinal === '' ? 0 : integer('The ordinal of BYDAY', ordinal, { from: 1, to: 53, isSigned: true }),
      weekday: weekday('BYDAY', name),
    };
  });
}
