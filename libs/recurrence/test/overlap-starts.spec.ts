import fc from 'fast-check';
import { expand, formatBasicUtc, formatInZone, formatUtc, nextOccurrence, offsetAt, readSeries } from '../src/index';
import { extentOf } from '../src/extent';
import { arbitraryRule } from './arbitrary-rule';
import { ascending, naiveInstants, zoneOf } from './naive-expansion';
import { WALKED_DAYS } from './naive-local-times';
import { leastCases, randomCases } from './random-cases';

interface Overlap {
  timeZone: string;
  /** The instant of the transition. */
  at: number;
  /** By how much the clock goes back, in seconds. */
  length: number;
}

/** Zones whose clocks go back by half an hour, an hour, at midnight, over midnight, by 23 hours, and permanently. */
const ZONES =
  'America/Sao_Paulo America/New_York America/Havana America/St_Johns Europe/Berlin Europe/Dublin Asia/Tehran Asia/Amman ' +
  'Africa/Casablanca Africa/El_Aaiun Atlantic/Azores Australia/Lord_Howe Australia/Sydney Antarctica/Troll America/Scoresbysund ' +
  'Pacific/Kwajalein Pacific/Chatham America/Caracas Asia/Pyongyang Europe/Moscow';
const FIRST = Date.UTC(1950, 0) / 1000;
const LAST = Date.UTC(2040, 0) / 1000;
const overlaps: Overlap[] = ZONES.split(' ').flatMap((timeZone) => {
  const zone = zoneOf(timeZone);
  return zone.transitions
    .filter(({ at }) => at >= FIRST && at < LAST)
    .map(({ at, offset }) => ({ timeZone, at, length: offsetAt(zone, at - 1) - offset }))
    .filter(({ length }) => length > 0);
});

/** A start in the first or in the second pass of an overlap, on a whole minute. */
const starts = fc
  .record({ overlap: fc.constantFrom(...overlaps), minute: fc.nat(1440), isSecond: fc.boolean() })
  .map(({ overlap: { timeZone, at, length }, minute, isSecond }) => {
    const start = at + ((minute * 60) % length) - (isSecond ? 0 : length);
    return { timeZone, start: start - (start % 60), isSecond };
  });
const changes = fc.record({
  end: fc.oneof(
    fc.integer({ min: 1, max: 40 }).map((count) => ({ count })),
    fc.nat(30 * 86_400).map((seconds) => ({ seconds })),
  ),
  exceptions: fc.uniqueArray(fc.nat(6), { maxLength: 3 }),
  additions: fc.uniqueArray(fc.integer({ min: -3_000, max: 90_000 }), { maxLength: 3 }),
});

describe('a series that starts in an overlap', () => {
  it('has its fifteen occurrences when the start is the later 23:15 of America/Sao_Paulo', () => {
    const series = readSeries({
      timeZone: 'America/Sao_Paulo',
      start: '2017-02-18T23:15:00-03:00',
      end: '2017-02-18T23:30:00-03:00',
      recurrence: 'FREQ=HOURLY;INTERVAL=4;BYMINUTE=15,45;COUNT=15',
    });
    const found = expand(series);
    expect(found).toHaveLength(15);
    expect(formatUtc(found[1]?.start ?? 0)).toBe('2017-02-19T06:15:00Z');
    expect(found.at(-1)?.end).toBe(extentOf(series).to);
  });

  it('counts no instance before the end of an overlap that reaches into the next day', () => {
    // On 7 November 2010 the clock went from 00:01 back to 23:01.
    const start = '2010-11-06T23:30:00-03:30';
    const recurrence = 'FREQ=DAILY;BYHOUR=0;BYMINUTE=0;COUNT=3';
    const series = readSeries({ timeZone: 'America/St_Johns', start, end: start, recurrence });
    expect(expand(series).map((each) => formatInZone(series.zone, each.start))).toEqual([
      start,
      '2010-11-08T00:00:00-03:30',
      '2010-11-09T00:00:00-03:30',
    ]);
  });

  it('has the occurrences of the naive expansion for any rule with COUNT or UNTIL, EXDATE and RDATE', () => {
    let [later, counted] = [0, 0];
    fc.assert(
      fc.property(arbitraryRule, starts, changes, (rule, { timeZone, start, isSecond }, { end, ...dates }) => {
        const count = 'count' in end ? end.count : 41;
        const until = 'seconds' in end ? start + end.seconds : Infinity;
        const instants = naiveInstants(rule, { timeZone, start }, count);
        const whole = ascending(instants.filter((instant) => instant <= until));
        const exceptions = dates.exceptions.flatMap((index) => whole[index] ?? []);
        const additions = dates.additions.map((minutes) => start + minutes * 60);
        const text = [
          `RRULE:${rule};${'count' in end ? `COUNT=${count}` : `UNTIL=${formatBasicUtc(until)}`}`,
          ...exceptions.map((instant) => `EXDATE:${formatBasicUtc(instant)}`),
          ...additions.map((instant) => `RDATE:${formatBasicUtc(instant)}`),
        ];
        const at = formatUtc(start);
        const series = readSeries({ timeZone, start: at, end: at, recurrence: text.join('\n') });
        const walked = 'count' in end || instants.length < count ? Infinity : Math.max(...instants);
        const reach = Math.min(walked, start + WALKED_DAYS * 86_400);
        const expected = ascending([...whole, ...additions]).filter((instant) => !exceptions.includes(instant));
        const found = expand(series).map((each) => each.start);
        expect(found.filter((each) => each <= reach)).toEqual(expected.filter((each) => each <= reach));
        const seventh = expected[6];
        if (seventh !== undefined && seventh <= reach) {
          expect(nextOccurrence(series, seventh - 1)?.start).toBe(seventh);
        }
        later += isSecond ? 1 : 0;
        counted += isSecond && 'count' in end && instants.length === count ? 1 : 0;
      }),
      { numRuns: randomCases(300) },
    );
    expect(later).toBeGreaterThanOrEqual(leastCases(76));
    // Far below the mean of a run (about 32), so that chance does not fail the test.
    expect(counted).toBeGreaterThanOrEqual(leastCases(9));
  });
});
