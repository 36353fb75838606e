import fc from 'fast-check';

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const FREQUENCIES = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY'] as const;

/** Ascending, since rrule gives times in the order of the list. */
const ascending = (list: number[]) => [...list].sort((a, b) => a - b);
const numbers = (min: number, max: number, maxLength: number) =>
  fc.uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength }).map(ascending);
const signed = (max: number, maxLength: number) =>
  fc.uniqueArray(
    fc.tuple(fc.integer({ min: 1, max }), fc.boolean()).map(([size, isNegative]) => (isNegative ? -size : size)),
    { minLength: 1, maxLength },
  );
const maybe = <T>(part: fc.Arbitrary<T>, oneIn = 3) => fc.option(part, { nil: undefined, freq: oneIn });
const weekdays = fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1, maxLength: 5 });
const ordinalWeekdays = (max: number) =>
  fc.uniqueArray(
    fc.tuple(signed(max, 1), fc.constantFrom(...WEEKDAYS)).map(([[ordinal], weekday]) => `${ordinal}${weekday}`),
    { minLength: 1, maxLength: 3 },
  );

function partsOf(frequency: (typeof FREQUENCIES)[number]) {
  const isLong = frequency === 'YEARLY' || frequency === 'MONTHLY';
  return fc.record({
    INTERVAL: maybe(fc.constantFrom(2, 3, 4, 7, 24, 100), 2),
    BYMONTH: maybe(numbers(1, 12, 4)),
    BYMONTHDAY: frequency === 'WEEKLY' ? fc.constant(undefined) : maybe(signed(31, 4)),
    BYYEARDAY: frequency === 'YEARLY' ? maybe(signed(366, 6), 5) : fc.constant(undefined),
    BYDAY: maybe(isLong ? fc.oneof(weekdays, ordinalWeekdays(5)) : weekdays, 2),
    BYHOUR: maybe(numbers(0, 23, 3)),
    BYMINUTE: maybe(numbers(0, 59, 3)),
    BYSETPOS: maybe(signed(6, 2), 4),
    WKST: maybe(fc.constantFrom(...WEEKDAYS), 4),
  });
}

/** A legal rule of any frequency without COUNT and UNTIL; BYWEEKNO stands in `byWeekNumber` of the vectors. */
export const arbitraryRule: fc.Arbitrary<string> = fc
  .constantFrom(...FREQUENCIES)
  .chain((frequency) => partsOf(frequency).map((parts) => textOf(frequency, parts)));

function textOf(frequency: string, parts: Record<string, unknown>): string {
  const names = Object.keys(parts).filter((name) => parts[name] !== undefined);
  const hasBasis = names.some((name) => name.startsWith('BY') && name !== 'BYSETPOS');
  const kept = names.filter((name) => name !== 'BYSETPOS' || hasBasis);
  return [`FREQ=${frequency}`, ...kept.map((name) => `${name}=${String(parts[name])}`)].join(';');
}

/** BYSETPOS in the first week of a series (it forgets the days before the start), and rules it walks for seconds. */
export function isWhereRruleErrs(rule: string): boolean {
  const isSlow = /FREQ=(?:MINUTELY|HOURLY)/.test(rule) && /BY(?:MONTH|MONTHDAY|DAY|HOUR|MINUTE)/.test(rule);
  return isSlow || /BYSETPOS/.test(rule) || /BYMONTHDAY=.*BYDAY=-?\d/.test(rule) || hasNoDay(rule);
}

/** Rules whose day-of-month lies in none of their months: rrule looks for it until the year 9999. */
function hasNoDay(rule: string): boolean {
  const list = (name: string) => new RegExp(`${name}=([^;]*)`).exec(rule)?.[1]?.split(',').map(Number);
  const days = list('BYMONTHDAY');
  return days !== undefined && days.every((day) => Math.abs(day) > 28) && list('BYMONTH') !== undefined;
}
