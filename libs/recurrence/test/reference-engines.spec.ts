import fc from 'fast-check';
import { RRule } from 'rrule';
import { RRuleTemporal } from 'rrule-temporal';
import { expand, formatBasicUtc, formatUtc, parseTimestamp, readSeries, toLocal } from '../src/index';
import { arbitraryRule, isWhereRruleErrs } from './arbitrary-rule';
import { naiveStarts, zoneOf } from './naive-expansion';

const DAY = 86_400;
const FIRST = parseTimestamp('1975-01-01T00:00:00Z');
const LAST = parseTimestamp('2090-01-01T00:00:00Z');
const starts = fc.integer({ min: FIRST / 900, max: LAST / 900 }).map((quarter) => quarter * 900);

const seriesOf = (rule: string, start: number, timeZone = 'UTC') =>
  readSeries({ timeZone, start: formatUtc(start), end: formatUtc(start), recurrence: rule });
const startsOf = (...[series, window, options]: Parameters<typeof expand>) =>
  expand(series, window, options).map((each) => each.start);

describe('expansion', () => {
  it('agrees with rrule in UTC, after the start, where rrule follows the RFC', () => {
    let compared = 0;
    fc.assert(
      fc.property(arbitraryRule, starts, (rule, start) => {
        fc.pre(!isWhereRruleErrs(rule));
        const to = start + 700 * DAY;
        // For a rule without occurrences rrule searches until the year 9999.
        fc.pre(naiveStarts(rule, { timeZone: 'UTC', start }, start + 1, to).length > 0);
        const reference = new RRule({ ...RRule.parseString(rule), dtstart: new Date(start * 1000) })
          .between(new Date((start + 1) * 1000), new Date(to * 1000 - 1), true, (_, count) => count < 50)
          .slice(0, 50);
        const ours = startsOf(seriesOf(rule, start), { from: start + 1, to }, { limit: 50 });
        expect(ours).toEqual(reference.map((date) => date.getTime() / 1000));
        compared += ours.length;
      }),
      { numRuns: 60 },
    );
    expect(compared).toBeGreaterThan(100);
  });

  it('agrees with rrule-temporal in zones with daylight saving time, away from gaps', () => {
    const rules = fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY', 'WEEKLY;BYDAY=MO,TH', 'MONTHLY;BYDAY=-1FR');
    const places = fc.constantFrom(
      'Europe/Berlin',
      'America/New_York',
      'Australia/Sydney',
      'Asia/Kolkata',
      'America/Denver',
    );
    fc.assert(
      fc.property(rules, fc.integer({ min: 1, max: 5 }), starts, places, (frequency, interval, start, timeZone) => {
        const zone = zoneOf(timeZone);
        // 12:00 local time lies in no gap and no overlap of these zones.
        const noon = start - (((toLocal(zone, start) % DAY) + DAY) % DAY) + DAY / 2;
        fc.pre(toLocal(zone, noon) % DAY === DAY / 2);
        fc.pre(noon < parseTimestamp('2024-01-01T00:00:00Z'));
        const rule = `FREQ=${frequency};INTERVAL=${interval};COUNT=30`;
        const reference = new RRuleTemporal({ rruleString: rule, dtstart: zoned(noon, timeZone) })
          .all()
          .map((each) => each.epochMilliseconds / 1000);
        const ours = startsOf(seriesOf(rule, noon, timeZone));
        expect(ours).toHaveLength(30);
        // rrule-temporal does not count a start that the rule does not give.
        const shared = ours[0] === reference[0] ? ours : ours.slice(1);
        expect(shared).toEqual(reference.slice(0, shared.length));
      }),
      { numRuns: 60 },
    );
  });
});

/** The start as the ZonedDateTime that rrule-temporal takes. */
function zoned(instant: number, timeZone: string) {
  const local = formatBasicUtc(toLocal(zoneOf(timeZone), instant)).slice(0, -1);
  const { dtstart } = new RRuleTemporal({
    rruleString: `DTSTART;TZID=${timeZone}:${local}\nRRULE:FREQ=DAILY;COUNT=1`,
  }).options();
  return dtstart;
}
