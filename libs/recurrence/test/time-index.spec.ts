import fc from 'fast-check';
import {
  expand,
  type TimeIndex,
  timeIndexOf,
  timeIndexOfSpan,
  formatUtc,
  parseTimestamp,
  readSeries,
  zoneNames,
} from '../src/index';
import { arbitraryRule } from './arbitrary-rule';
import { randomCases } from './random-cases';

const FIRST = parseTimestamp('1975-01-01T00:00:00Z');
const LAST = parseTimestamp('2090-01-01T00:00:00Z');
const starts = fc.integer({ min: FIRST / 900, max: LAST / 900 }).map((quarter) => quarter * 900);
const HOUR = 3_600;
const ascending = (values: number[]) => [...new Set(values)].sort((a, b) => a - b);

function seriesOf(recurrence: string, start: string, end: string, timeZone = 'UTC') {
  return readSeries({ timeZone, start, end, recurrence });
}

/** The places of the bits that are set. */
function bitsOf(bits: number): number[] {
  return Array.from({ length: 31 }, (_, index) => index).filter((index) => (bits >>> index) & 1);
}

function isWithin(part: TimeIndex, whole: TimeIndex): boolean {
  const isPart = (name: keyof TimeIndex) => (part[name] & ~whole[name]) === 0;
  return isPart('hours') && isPart('weekdays') && isPart('monthDays') && isPart('months');
}

describe('a time index', () => {
  it('covers every moment of every occurrence, in every zone', () => {
    fc.assert(
      fc.property(
        arbitraryRule,
        starts,
        fc.constantFrom(...zoneNames()),
        fc.constantFrom(0, 1_800, 5 * HOUR, 24 * HOUR, 50 * HOUR, 40 * 24 * HOUR),
        fc.nat(900),
        (rule, start, timeZone, length, day) => {
          const series = seriesOf(rule, formatUtc(start), formatUtc(start + length), timeZone);
          const whole = timeIndexOf(series);
          for (const each of expand(series, { from: start + day * 24 * HOUR }, { limit: 20 })) {
            for (const part of [0, 0.3, 0.7, 1]) {
              const moment = Math.floor(each.start + part * (each.end - each.start));
              expect(isWithin(timeIndexOfSpan(moment, moment), whole)).toBe(true);
            }
          }
        },
      ),
      { numRuns: randomCases(150) },
    );
  });

  it('covers all-day events and dates added by RDATE', () => {
    const series = seriesOf(
      'FREQ=YEARLY\nRDATE;VALUE=DATE:20270704',
      '2026-03-29T00:00:00+01:00',
      '2026-03-30T00:00:00+02:00',
      'Europe/Berlin',
    );
    const { months, monthDays } = timeIndexOf(series);
    const occurrences = expand(series, { to: parseTimestamp('2040-01-01T00:00:00Z') });
    expect(occurrences).toHaveLength(15);
    for (const { start, end } of occurrences) {
      expect(isWithin(timeIndexOfSpan(start, end), timeIndexOf(series))).toBe(true);
    }
    expect(bitsOf(months)).toEqual([1, 2, 3, 6]);
    expect(bitsOf(monthDays)).toEqual([0, 2, 3, 27, 28, 29]);
  });

  it('of a weekly meeting is its weekday and its hours in winter and summer', () => {
    const series = seriesOf('FREQ=WEEKLY', '2026-01-05T09:00:00+01:00', '2026-01-05T09:30:00+01:00', 'Europe/Berlin');
    const { hours, weekdays } = timeIndexOf(series);
    expect(bitsOf(hours)).toEqual([7, 8]);
    expect(bitsOf(weekdays)).toEqual([0]);
  });

  it('of the last Friday of the month lies at the end of months of any length', () => {
    const series = seriesOf('FREQ=MONTHLY;BYDAY=-1FR', '2026-01-30T12:00:00Z', '2026-01-30T12:30:00Z');
    expect(bitsOf(timeIndexOf(series).monthDays)).toEqual([21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
    expect(bitsOf(timeIndexOf(series).weekdays)).toEqual([4]);
  });

  const UTC_HOUR = ['2026-01-05T12:00:00Z', '2026-01-05T12:30:00Z'] as const;
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

  it.each([
    ['FREQ=YEARLY;BYMONTH=2,7;BYMONTHDAY=10', { months: [1, 6], monthDays: [4, 9] }],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', { monthDays: [4, 27, 28, 29, 30] }],
    ['FREQ=MONTHLY;BYMONTHDAY=-30', { monthDays: [0, 1, 4] }],
    ['FREQ=MONTHLY;BYDAY=2TU', { weekdays: [1], monthDays: range(7, 13) }],
    ['FREQ=MONTHLY;BYDAY=5MO', { weekdays: [0], monthDays: [28, 29, 30] }],
    ['FREQ=MONTHLY;BYDAY=MO,1TU', { weekdays: [0, 1], monthDays: range(0, 30) }],
    ['FREQ=YEARLY;BYMONTH=1;BYDAY=1MO', { months: [0], monthDays: range(0, 6) }],
    ['FREQ=YEARLY;BYDAY=1MO', { months: range(0, 11), monthDays: range(0, 30) }],
    ['FREQ=HOURLY;BYHOUR=9,13', { hours: [9, 10, 13, 14] }],
    ['FREQ=HOURLY;BYHOUR=23;BYMINUTE=15,45', { hours: [0, 23], weekdays: range(0, 6) }],
    ['FREQ=HOURLY;BYMONTHDAY=10', { hours: range(0, 23), weekdays: range(0, 6), monthDays: [9, 10] }],
    ['FREQ=MINUTELY;BYHOUR=9', { hours: [9, 10] }],
    ['FREQ=DAILY;BYHOUR=8,20', { hours: [8, 20] }],
  ])('of %s has no more than the parts of the rule and the start allow', (rule, expected) => {
    const index = timeIndexOf(seriesOf(`${rule};COUNT=400`, ...UTC_HOUR));
    // The start is an occurrence of every rule: Monday, 5 January, 12:00.
    const withStart = { hours: 12, weekdays: 0, monthDays: 4, months: 0 };
    for (const [name, places] of Object.entries(expected)) {
      const part = name as keyof TimeIndex;
      expect([name, bitsOf(index[part])]).toEqual([name, ascending([...places, withStart[part]])]);
    }
  });

  it.each([
    ['2026-01-05T23:30:00+09:00', 'Etc/GMT-9', { weekdays: [0], monthDays: [4], hours: [14] }],
    ['2026-01-05T03:00:00+09:00', 'Etc/GMT-9', { weekdays: [6], monthDays: [3], hours: [18] }],
    ['2026-01-31T20:00:00-05:00', 'Etc/GMT+5', { weekdays: [6], monthDays: [0], hours: [1] }],
    ['2026-01-01T03:00:00+09:00', 'Etc/GMT-9', { weekdays: [2], monthDays: [27, 28, 29, 30], hours: [18] }],
  ])('of an event at %s in %s lies on the day of UTC', (start, timeZone, expected) => {
    const index = timeIndexOf(seriesOf('FREQ=MONTHLY;BYDAY=MO,TH,SA;BYSETPOS=1', start, start, timeZone));
    expect(bitsOf(index.hours)).toEqual(expected.hours);
    const monthly = timeIndexOf(seriesOf('FREQ=MONTHLY', start, start, timeZone));
    expect(bitsOf(monthly.monthDays)).toEqual(expected.monthDays);
    const weekly = timeIndexOf(seriesOf('FREQ=WEEKLY', start, start, timeZone));
    expect(bitsOf(weekly.weekdays)).toEqual(expected.weekdays);
  });

  it('of an event over several days has each of them', () => {
    const series = seriesOf('FREQ=WEEKLY', '2026-01-03T22:00:00Z', '2026-01-05T02:00:00Z');
    expect(bitsOf(timeIndexOf(series).weekdays)).toEqual([0, 5, 6]);
    const night = seriesOf('FREQ=YEARLY', '2025-12-31T22:00:00Z', '2026-01-01T02:00:00Z');
    expect(bitsOf(timeIndexOf(night).months)).toEqual([0, 11]);
    expect(bitsOf(timeIndexOf(night).monthDays)).toEqual([0, 30]);
    expect(bitsOf(timeIndexOf(night).hours)).toEqual([0, 1, 2, 22, 23]);
  });

  it('of a span is all there is where the span is long or has no end', () => {
    const whole = { hours: 2 ** 24 - 1, weekdays: 127, monthDays: 2 ** 31 - 1, months: 4_095 };
    const from = parseTimestamp('2030-05-01T00:00:00Z');
    expect(timeIndexOfSpan(from)).toEqual(whole);
    expect(timeIndexOfSpan(undefined, from)).toEqual(whole);
    expect(timeIndexOfSpan(from, from + 31 * 24 * HOUR)).toEqual(whole);
    const night = timeIndexOfSpan(from - HOUR, from + HOUR);
    expect(bitsOf(night.hours)).toEqual([0, 1, 23]);
    expect(bitsOf(night.monthDays)).toEqual([0, 29]);
    expect(bitsOf(night.months)).toEqual([3, 4]);
  });
});
