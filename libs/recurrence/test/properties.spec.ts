import fc from 'fast-check';
import { expand, formatBasicUtc, formatUtc, parseTimestamp, readSeries, toLocal, zoneNames } from '../src/index';
import { arbitraryRule } from './arbitrary-rule';
import { ascending, naiveInstants, naiveStarts, zoneOf } from './naive-expansion';
import { WALKED_DAYS } from './naive-local-times';
import { leastCases, randomCases } from './random-cases';

const DAY = 86_400;
const FIRST = parseTimestamp('1975-01-01T00:00:00Z');
const LAST = parseTimestamp('2090-01-01T00:00:00Z');
const starts = fc.integer({ min: FIRST / 900, max: LAST / 900 }).map((quarter) => quarter * 900);
const zones = fc.constantFrom(...zoneNames());

const seriesOf = (rule: string, start: number, timeZone = 'UTC') =>
  readSeries({ timeZone, start: formatUtc(start), end: formatUtc(start), recurrence: rule });
const startsOf = (...[series, window, options]: Parameters<typeof expand>) =>
  expand(series, window, options).map((each) => each.start);

/** The naive expansion is complete up to here. */
const walkedUntil = (start: number) => start + WALKED_DAYS * DAY;
describe('expansion', () => {
  it('finds in a window what naive expansion finds there', () => {
    const lengths = fc.constantFrom(0, 1800, 90_000, DAY * 40);
    const windows = fc.record({ index: fc.nat(20), before: fc.nat(5 * DAY) });
    let compared = 0;
    fc.assert(
      fc.property(
        arbitraryRule,
        starts,
        zones,
        windows,
        lengths,
        (rule, start, timeZone, { index, before }, length) => {
          const series = { ...seriesOf(rule, start, timeZone), end: start + length };
          const known = naiveInstants(rule, { timeZone, start }, 21);
          const from = (known[index % known.length] ?? start) - before;
          const to = from + (rule.includes('MINUTELY') ? 2 : 30) * DAY;
          fc.pre(to < walkedUntil(start));
          const expected = naiveStarts(rule, { timeZone, start }, from - length, to).filter(
            (each) => each + length > from || (length === 0 && each >= from),
          );
          expect(expand(series, { from, to })).toEqual(expected.map((each) => ({ start: each, end: each + length })));
          compared += expected.length;
        },
      ),
      { numRuns: randomCases(120) },
    );
    // Far below the least of 30 runs (347), so that chance does not fail the test.
    expect(compared).toBeGreaterThanOrEqual(leastCases(100));
  });

  it('finds in a few hours around an occurrence what naive expansion finds there, without the days of EXDATE', () => {
    const lengths = fc.constantFrom(0, 1800, 50_000, DAY);
    const windows = fc.record({ index: fc.nat(20), before: fc.nat(50_000), hours: fc.integer({ min: 1, max: 23 }) });
    let compared = 0;
    fc.assert(
      fc.property(arbitraryRule, starts, zones, lengths, windows, (rule, start, timeZone, length, window) => {
        const known = naiveInstants(rule, { timeZone, start }, 21);
        const from = (known[window.index % known.length] ?? start) - window.before;
        const to = from + window.hours * 3600;
        fc.pre(to < walkedUntil(start));
        const zone = zoneOf(timeZone);
        const excluded = Math.floor(toLocal(zone, start + 3 * DAY) / DAY);
        const exdate = formatBasicUtc(excluded * DAY).slice(0, 8);
        const series = { ...seriesOf(`${rule}\nEXDATE;VALUE=DATE:${exdate}`, start, timeZone), end: start + length };
        const expected = naiveStarts(rule, { timeZone, start }, from - length, to)
          .filter((each) => each + length > from || (length === 0 && each >= from))
          .filter((each) => Math.floor(toLocal(zone, each) / DAY) !== excluded);
        expect(startsOf(series, { from, to })).toEqual(expected);
        compared += expected.length;
      }),
      { numRuns: randomCases(120) },
    );
    // Far below the least of 60 runs (97), so that chance does not fail the test.
    expect(compared).toBeGreaterThanOrEqual(leastCases(30));
  });

  it('ends with the COUNT-th instance, the start being the first', () => {
    fc.assert(
      fc.property(arbitraryRule, starts, fc.integer({ min: 1, max: 100 }), (rule, start, count) => {
        const instants = naiveInstants(rule, { timeZone: 'UTC', start }, count);
        fc.pre(instants.length === count && (instants.at(-1) ?? 0) < walkedUntil(start));
        const counted = seriesOf(`${rule};COUNT=${count}`, start);
        expect(startsOf(counted)).toEqual(instants);
        const last = instants.at(-1) ?? start;
        expect(startsOf(counted, { from: last })).toEqual([last]);
      }),
      { numRuns: randomCases(60) },
    );
  });

  it('ends with UNTIL, which is included, and leaves out exactly the EXDATEs', () => {
    fc.assert(
      fc.property(arbitraryRule, starts, zones, fc.integer({ min: 1, max: 30 }), (rule, start, timeZone, count) => {
        const all = ascending(naiveInstants(rule, { timeZone, start }, count));
        const last = all.at(-1) ?? start;
        fc.pre(last < walkedUntil(start));
        const until = `${rule};UNTIL=${formatBasicUtc(last)}`;
        expect(startsOf(seriesOf(until, start, timeZone))).toEqual(all);
        const excluded = all.filter((_, i) => i % 3 === 0);
        const exdate = `EXDATE:${excluded.map(formatBasicUtc).join(',')}`;
        expect(startsOf(seriesOf(`${until}\n${exdate}`, start, timeZone))).toEqual(all.filter((_, i) => i % 3 !== 0));
      }),
      { numRuns: randomCases(60) },
    );
  });

  it('is strictly ascending and begins with the start, in every zone', () => {
    fc.assert(
      fc.property(arbitraryRule, starts, zones, (rule, start, timeZone) => {
        const found = startsOf(seriesOf(rule, start, timeZone), {}, { limit: 100 });
        expect(found[0]).toBe(start);
        expect(found).toEqual(ascending(found));
      }),
      { numRuns: randomCases(150) },
    );
  });
});
