import fc from 'fast-check';
import { RRule } from 'rrule';
import { RRuleTemporal } from 'rrule-temporal';
import {
  expand,
  findZone,
  formatBasicUtc,
  formatUtc,
  parseTimestamp,
  readSeries,
  toWall,
  zoneNames,
} from '../src/index';
import { arbitraryRule, isWhereRruleErrs } from './arbitrary-rule';

const FIRST = parseTimestamp('1975-01-01T00:00:00Z');
const LAST = parseTimestamp('2090-01-01T00:00:00Z');
const starts = fc.integer({ min: FIRST / 900, max: LAST / 900 }).map((quarter) => quarter * 900);
const zones = fc.constantFrom(...zoneNames());

const seriesOf = (rule: string, start: number, timeZone = 'UTC') =>
  readSeries({ timeZone, start: formatUtc(start), end: formatUtc(start), recurrence: rule });

function take<T>(values: Iterable<T>, count: number): T[] {
  const taken: T[] = [];
  for (const value of values) {
    if (taken.length >= count) break;
    taken.push(value);
  }
  return taken;
}

describe('expansion', () => {
  it('agrees with rrule in UTC, after the start, where rrule follows the RFC', () => {
    fc.assert(
      fc.property(arbitraryRule, starts, (rule, start) => {
        fc.pre(!isWhereRruleErrs(rule));
        // For a rule that never comes about rrule searches until the year 9999.
        fc.pre(take(expand(seriesOf(rule, start)), 2).length === 2);
        const to = start + 3 * 366 * 86_400;
        const reference = new RRule({ ...RRule.parseString(rule), dtstart: new Date(start * 1000) })
          .between(new Date((start + 1) * 1000), new Date(to * 1000 - 1), true, (_, count) => count < 50)
          .slice(0, 50);
        const ours = take(expand(seriesOf(rule, start), { from: start + 1, to }), 50);
        expect(ours.map((each) => each.start)).toEqual(reference.map((date) => date.getTime() / 1000));
      }),
      { numRuns: 200 },
    );
  });

  it('agrees with rrule-temporal in the zones of the world, away from gaps', () => {
    const frequencies = fc.constantFrom(
      'DAILY',
      'WEEKLY',
      'MONTHLY',
      'YEARLY',
      'WEEKLY;BYDAY=MO,TH',
      'MONTHLY;BYDAY=-1FR',
    );
    const places = fc.constantFrom(
      'Europe/Berlin',
      'America/New_York',
      'Australia/Sydney',
      'Asia/Kolkata',
      'America/Denver',
    );
    fc.assert(
      fc.property(
        frequencies,
        fc.integer({ min: 1, max: 5 }),
        starts,
        places,
        (frequency, interval, start, timeZone) => {
          const zone = findZone(timeZone);
          // 12:00 local lies in no gap and no overlap of these zones.
          const noon = zone ? start - (((toWall(zone, start) % 86_400) + 86_400) % 86_400) + 43_200 : start;
          fc.pre(zone !== undefined && toWall(zone, noon) % 86_400 === 43_200);
          fc.pre(noon < parseTimestamp('2024-01-01T00:00:00Z'));
          const rule = `FREQ=${frequency};INTERVAL=${interval};COUNT=30`;
          const [first, ...reference] = new RRuleTemporal({ rruleString: rule, dtstart: zoned(noon, timeZone) }).all();
          const expected = [first, ...reference].map((each) => (each?.epochMilliseconds ?? 0) / 1000);
          const ours = Array.from(expand(seriesOf(rule, noon, timeZone)), (each) => each.start);
          const shared = ours[0] === expected[0] ? ours : ours.slice(1);
          expect(shared).toEqual(expected.slice(0, shared.length));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('finds in a window what walking from the start finds there', () => {
    fc.assert(
      fc.property(
        arbitraryRule,
        starts,
        zones,
        fc.nat(700),
        fc.constantFrom(0, 1800, 90_000, 86_400 * 40),
        (rule, start, timeZone, day, length) => {
          const series = { ...seriesOf(rule, start, timeZone), end: start + length };
          const walked = take(expand(series), 200);
          const from = start + day * 86_400;
          const to = from + 30 * 86_400;
          const reach = walked.length < 200 ? Infinity : (walked.at(-1)?.start ?? Infinity);
          const expected = walked.filter(
            (each) => each.start < to && (each.end > from || (each.start === each.end && each.start >= from)),
          );
          const found = [...expand(series, { from, to: Math.min(to, reach) })];
          expect(found).toEqual(expected.filter((each) => each.start < reach));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('finds in a few hours around an occurrence what walking from the start finds there', () => {
    const lengths = fc.constantFrom(0, 1800, 50_000, 86_400);
    const windows = fc.record({ index: fc.nat(150), before: fc.nat(50_000), hours: fc.integer({ min: 1, max: 23 }) });
    fc.assert(
      fc.property(arbitraryRule, starts, zones, lengths, windows, (rule, start, timeZone, length, window) => {
        const { text } = seriesOf(rule, start, timeZone).recurrence ?? fail();
        const day = formatBasicUtc(start + 3 * 86_400).slice(0, 8);
        const series = { ...seriesOf(`${text}\nEXDATE;VALUE=DATE:${day}`, start, timeZone), end: start + length };
        const walked = take(expand(series), 200);
        const from = (walked[window.index % walked.length]?.start ?? start) - window.before;
        const to = Math.min(from + window.hours * 3600, walked.length < 200 ? Infinity : (walked.at(-1)?.start ?? 0));
        fc.pre(from < to);
        const expected = walked.filter(
          (each) => each.start < to && (each.end > from || (each.start === each.end && each.start >= from)),
        );
        expect([...expand(series, { from, to })]).toEqual(expected);
      }),
      { numRuns: 1_000 },
    );
  });

  it('gives COUNT=n the first n occurrences of the endless rule, from anywhere', () => {
    fc.assert(
      fc.property(arbitraryRule, starts, fc.integer({ min: 1, max: 300 }), (rule, start, count) => {
        const endless = take(expand(seriesOf(rule, start)), count);
        const counted = seriesOf(`${rule};COUNT=${count}`, start);
        expect([...expand(counted)]).toEqual(endless);
        const last = endless.at(-1);
        if (last) expect(take(expand(counted, { from: last.start }), 5)).toEqual([last]);
      }),
      { numRuns: 200 },
    );
  });

  it('gives UNTIL the occurrences up to and including it, and loses exactly those EXDATE names', () => {
    fc.assert(
      fc.property(arbitraryRule, starts, zones, fc.integer({ min: 1, max: 40 }), (rule, start, timeZone, count) => {
        const all = take(expand(seriesOf(rule, start, timeZone)), count).map((each) => each.start);
        const last = all.at(-1) ?? start;
        const until = seriesOf(`${rule};UNTIL=${formatBasicUtc(last)}`, start, timeZone);
        expect(Array.from(expand(until), (each) => each.start)).toEqual(all);
        const gone = all.filter((_, i) => i % 3 === 0);
        const without = seriesOf(
          `${rule};UNTIL=${formatBasicUtc(last)}\nEXDATE:${gone.map(formatBasicUtc).join(',')}`,
          start,
          timeZone,
        );
        expect(Array.from(expand(without), (each) => each.start)).toEqual(all.filter((_, i) => i % 3 !== 0));
      }),
      { numRuns: 200 },
    );
  });

  it('is strictly ascending and begins with the start, in every zone', () => {
    fc.assert(
      fc.property(arbitraryRule, starts, zones, (rule, start, timeZone) => {
        const found = take(expand(seriesOf(rule, start, timeZone)), 300).map((each) => each.start);
        expect(found[0]).toBe(start);
        for (const [i, instant] of found.entries())
          if (i > 0) expect(instant).toBeGreaterThan(found[i - 1] ?? Infinity);
      }),
      { numRuns: 200 },
    );
  });
});

/** rrule-temporal wants its start as a ZonedDateTime, which it makes of an RFC 9557 text. */
function zoned(instant: number, timeZone: string) {
  const wall = formatBasicUtc(toWall(findZone(timeZone) ?? fail(), instant)).slice(0, -1);
  const { dtstart } = new RRuleTemporal({
    rruleString: `DTSTART;TZID=${timeZone}:${wall}\nRRULE:FREQ=DAILY;COUNT=1`,
  }).options();
  return dtstart;
}

function fail(): never {
  throw new Error('No such zone.');
}
