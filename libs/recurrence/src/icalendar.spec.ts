import fc from 'fast-check';
import { arbitraryRule } from '../test/arbitrary-rule';
import { randomCases } from '../test/random-cases';
import { readSeries } from './event-time';
import { expand } from './expansion/expand';
import { recurrenceIdLine, recurrenceLines } from './icalendar';
import { formatUtc, parseTimestamp } from './timestamps';
import { zoneNames } from './zones/zone-catalogue';

const linesOf = (timeZone: string, start: string, end: string, recurrence?: string) =>
  recurrenceLines(readSeries({ timeZone, start, end, recurrence }));
const berlin = (recurrence?: string) =>
  linesOf('Europe/Berlin', '2025-03-03T09:00:00+01:00', '2025-03-03T10:00:00+01:00', recurrence);

describe('the RECURRENCE-ID of an instance', () => {
  it.each([
    ['Europe/Berlin', '2025-03-03T09:00:00+01:00', 'RECURRENCE-ID;TZID=Europe/Berlin:20250303T090000'],
    ['UTC', '2025-03-03T09:00:00Z', 'RECURRENCE-ID:20250303T090000Z'],
  ])('of a time in %s', (timeZone, start, line) => {
    const series = readSeries({ timeZone, start, end: start, recurrence: 'FREQ=DAILY' });
    expect(recurrenceIdLine(series, parseTimestamp(start))).toBe(line);
  });

  it('of an all-day event is a date, in UTC too', () => {
    const [start, end] = ['2025-03-03T00:00:00Z', '2025-03-04T00:00:00Z'];
    const series = readSeries({ timeZone: 'UTC', start, end, recurrence: 'FREQ=DAILY' });
    expect(recurrenceIdLine(series, parseTimestamp(start))).toBe('RECURRENCE-ID;VALUE=DATE:20250303');
  });
});

describe('the lines for other programs', () => {
  it.each([
    ['FREQ=WEEKLY', ['RRULE:FREQ=WEEKLY;BYDAY=MO']],
    ['FREQ=MONTHLY', ['RRULE:FREQ=MONTHLY;BYMONTHDAY=3']],
    ['FREQ=YEARLY', ['RRULE:FREQ=MONTHLY;BYMONTH=3;BYMONTHDAY=3']],
    ['FREQ=YEARLY;BYMONTHDAY=3;BYDAY=9MO', ['RRULE:FREQ=YEARLY;BYMONTHDAY=3;BYDAY=9MO']],
    ['FREQ=HOURLY;BYMONTHDAY=3', ['RRULE:FREQ=HOURLY;BYMONTHDAY=3']],
    ['FREQ=YEARLY;BYMONTHDAY=3', ['RRULE:FREQ=MONTHLY;BYMONTHDAY=3']],
    ['FREQ=YEARLY;BYWEEKNO=10', ['RRULE:FREQ=YEARLY;BYWEEKNO=10;BYDAY=MO']],
    ['FREQ=MONTHLY;BYDAY=1MO,MO', ['RRULE:FREQ=MONTHLY;BYDAY=MO']],
    ['FREQ=DAILY;UNTIL=20250305', ['RRULE:FREQ=DAILY;UNTIL=20250305T225959Z']],
    ['freq=daily;interval=2;count=3;wkst=su', ['RRULE:FREQ=DAILY;INTERVAL=2;COUNT=3;WKST=SU']],
    [
      'FREQ=WEEKLY;BYDAY=TU;COUNT=3',
      ['RRULE:FREQ=WEEKLY;UNTIL=20250311T080000Z;BYDAY=TU', 'RDATE;TZID=Europe/Berlin:20250303T090000'],
    ],
    [
      'FREQ=DAILY\nEXDATE:20250304\nEXDATE:19990101T000000Z',
      ['RRULE:FREQ=DAILY', 'EXDATE;TZID=Europe/Berlin:20250304T090000'],
    ],
  ])('of %j spell out what the start adds', (recurrence, lines) => {
    expect(berlin(recurrence)).toEqual(lines);
  });

  it.each([
    [1, '20251026T013000Z'],
    [3, '20251026T054500Z'],
  ])('end with the last occurrence of COUNT=%i when the start is the second pass of an overlap', (count, until) => {
    const start = '2025-10-26T02:30:00+01:00';
    const lines = linesOf('Europe/Berlin', start, start, `FREQ=HOURLY;INTERVAL=4;BYMINUTE=30,45;COUNT=${count}`);
    expect(lines[0]).toContain(`;UNTIL=${until};`);
  });

  it('end in the year 9999 at the latest, also if the last local day ends later in UTC', () => {
    const lines = linesOf(
      'America/New_York',
      '2025-03-03T09:00:00-05:00',
      '2025-03-03T10:00:00-05:00',
      'FREQ=DAILY;UNTIL=99991231',
    );
    expect(lines).toEqual(['RRULE:FREQ=DAILY;UNTIL=99991231T235959Z']);
  });

  it('are none for a single event', () => {
    expect(berlin()).toEqual([]);
  });

  it('are dates for all-day events and in UTC for the zone UTC', () => {
    const allDay = 'FREQ=DAILY;UNTIL=20250310T000000Z\nEXDATE;VALUE=DATE:20250304,20250306';
    expect(linesOf('Asia/Tokyo', '2025-03-03T00:00:00+09:00', '2025-03-04T00:00:00+09:00', allDay)).toEqual([
      'RRULE:FREQ=DAILY;UNTIL=20250310',
      'EXDATE;VALUE=DATE:20250304,20250306',
    ]);
    expect(
      linesOf('UTC', '2025-03-03T09:00:00Z', '2025-03-03T09:00:00Z', 'FREQ=DAILY\nEXDATE:20250304T090000'),
    ).toEqual(['RRULE:FREQ=DAILY', 'EXDATE:20250304T090000Z']);
  });

  it('have the same occurrences as the recurrence they were written from', () => {
    const zones = fc.constantFrom(...zoneNames());
    const starts = fc.integer({
      min: parseTimestamp('1975-01-01T00:00:00Z') / 900,
      max: parseTimestamp('2060-01-01T00:00:00Z') / 900,
    });
    const ends = fc.constantFrom('', ';COUNT=7', ';COUNT=1');
    fc.assert(
      fc.property(arbitraryRule, ends, starts, zones, (rule, end, quarter, timeZone) => {
        const start = formatUtc(quarter * 900);
        const firstStarts = (recurrence: string) =>
          expand(readSeries({ timeZone, start, end: start, recurrence }), {}, { limit: 30 }).map((each) => each.start);
        const written = linesOf(timeZone, start, start, rule + end).join('\n');
        const expected = firstStarts(rule + end);
        expect(expected[0]).toBe(quarter * 900);
        expect(firstStarts(written)).toEqual(expected);
      }),
      { numRuns: randomCases(100) },
    );
  });
});
