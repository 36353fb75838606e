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
