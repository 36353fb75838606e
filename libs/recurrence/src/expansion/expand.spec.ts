import { readSeries } from '../event-time';
import { exceptionsText } from '../exceptions';
import { extentOf, isDense } from '../extent';
import { formatInZone, formatUtc, parseTimestamp } from '../timestamps';
import { expand, nextOccurrence } from './expand';

interface Event {
  zone?: string;
  start: string;
  end?: string;
  rule?: string;
}

const seriesOf = ({ zone = 'UTC', start, end = start, rule }: Event) =>
  readSeries({ timeZone: zone, start, end, recurrence: rule });

/** The first ten starts, in the zone's local time. */
function starts(event: Event, from?: string, to?: string): string[] {
  const series = seriesOf(event);
  const window = {
    from: from === undefined ? undefined : parseTimestamp(from),
    to: to === undefined ? undefined : parseTimestamp(to),
  };
  return expand(series, window, { limit: 10 }).map(({ start }) => formatInZone(series.zone, start));
}

const dates = (event: Event, from?: string, to?: string) => starts(event, from, to).map((text) => text.slice(0, 10));
const utc = ({ start, end }: { start: number; end: number }) => [formatUtc(start), formatUtc(end)];

describe('the start', () => {
  it('is the first occurrence and counts, though the rule would not give it', () => {
    expect(dates({ start: '2025-03-04T09:00:00Z', rule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=3' })).toEqual([
      '2025-03-04',
      '2025-03-10',
      '2025-03-17',
    ]);
  });

  it('is the only occurrence if the rule gives no other', () => {
    for (const rule of [
      'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
      'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=3;BYSETPOS=3',
      'FREQ=HOURLY;INTERVAL=24;BYHOUR=3',
      'FREQ=DAILY;BYHOUR=9;BYSETPOS=2;COUNT=5',
    ]) {
      expect(dates({ start: '2025-03-03T09:00:00Z', rule })).toEqual(['2025-03-03']);
    }
  });

  it('can be excluded by EXDATE', () => {
    expect(dates({ start: '2025-03-03T09:00:00Z', rule: 'FREQ=DAILY;COUNT=3\nEXDATE:20250303T090000Z' })).toEqual([
      '2025-03-04',
      '2025-03-05',
    ]);
  });

  it('stays the second pass of an overlap when that was sent, and its series takes the first', () => {
    const event = {
      zone: 'Europe/Berlin',
      start: '2025-10-26T02:30:00+01:00',
      rule: 'FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;COUNT=2',
    };
    expect(starts(event)).toEqual(['2025-10-26T02:30:00+01:00', '2026-10-25T02:30:00+02:00']);
    expect(starts({ ...event, rule: `${event.rule}\nEXDATE:20251026T023000` })).toEqual(['2026-10-25T02:30:00+02:00']);
    expect(starts({ ...event, rule: 'FREQ=MINUTELY;INTERVAL=20' }, undefined, '2025-10-26T02:20:00Z')).toEqual([
      '2025-10-26T02:30:00+01:00',
      '2025-10-26T03:10:00+01:00',
    ]);
  });
});

describe('COUNT', () => {
  // 4 March 2025 is a Tuesday.
  it.each([
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE;COUNT=2', ['2025-03-04', '2025-03-05']],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE;COUNT=3', ['2025-03-04', '2025-03-05', '2025-03-10']],
    [
      'FREQ=WEEKLY;BYDAY=MO,TU,WE;COUNT=6',
      ['2025-03-04', '2025-03-05', '2025-03-10', '2025-03-11', '2025-03-12', '2025-03-17'],
    ],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=4', ['2025-03-04', '2025-03-05', '2025-03-17', '2025-03-19']],
    ['FREQ=DAILY;BYHOUR=8,10;COUNT=3', ['2025-03-04', '2025-03-04', '2025-03-05']],
    ['FREQ=DAILY;INTERVAL=3;COUNT=3', ['2025-03-04', '2025-03-07', '2025-03-10']],
    ['FREQ=MONTHLY;BYMONTHDAY=3,5;COUNT=3', ['2025-03-04', '2025-03-05', '2025-04-03']],
  ])('with %s counts what is left of the first period', (rule, expected) => {
    expect(dates({ start: '2025-03-04T09:00:00Z', rule })).toEqual(expected);
  });
});

describe('COUNT before 1970', () => {
  it('counts what is left of the first month', () => {
    const rule = 'FREQ=MONTHLY;BYMONTHDAY=3,5;COUNT=4';
    expect(dates({ start: '1960-03-04T09:00:00Z', rule })).toEqual([
      '1960-03-04',
      '1960-03-05',
      '1960-04-03',
      '1960-04-05',
    ]);
  });
});

describe('the parts of a rule that the start gives', () => {
  it.each([
    ['2024-05-15T09:00:00Z', 'FREQ=YEARLY;BYWEEKNO=20', ['2024-05-15', '2025-05-14', '2026-05-13']],
    ['2024-05-15T09:00:00Z', 'FREQ=YEARLY;BYMONTHDAY=15', ['2024-05-15', '2024-06-15', '2024-07-15']],
    ['2024-05-15T09:00:00Z', 'FREQ=YEARLY;BYMONTH=5,6', ['2024-05-15', '2024-06-15', '2025-05-15']],
    ['2024-01-31T09:00:00Z', 'FREQ=MONTHLY', ['2024-01-31', '2024-03-31', '2024-05-31']],
    ['2024-02-29T09:00:00Z', 'FREQ=YEARLY', ['2024-02-29', '2028-02-29', '2032-02-29']],
    ['2024-05-15T09:00:00Z', 'FREQ=WEEKLY;INTERVAL=2', ['2024-05-15', '2024-05-29', '2024-06-12']],
  ])('%s %s', (start, rule, expected) => {
    expect(dates({ start, rule }).slice(0, 3)).toEqual(expected);
  });
});

describe('lists and positions', () => {
  it.each([
    ['every Monday beside the first one', 'FREQ=MONTHLY;BYDAY=1MO,MO', ['2025-09-01', '2025-09-08', '2025-09-15']],
    [
      'the last but one workday',
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
      ['2025-09-01', '2025-09-29', '2025-10-30'],
    ],
    [
      'the whole first week counts',
      'FREQ=WEEKLY;BYDAY=SU,MO,FR;BYSETPOS=2;WKST=SU',
      ['2025-09-01', '2025-09-08', '2025-09-15'],
    ],
    ['an ordinal of the year', 'FREQ=YEARLY;BYDAY=-1MO', ['2025-09-01', '2025-12-29', '2026-12-28']],
    ['an ordinal of the month', 'FREQ=YEARLY;BYMONTH=9;BYDAY=2MO', ['2025-09-01', '2025-09-08', '2026-09-14']],
    ['a fifth Monday only where there is one', 'FREQ=MONTHLY;BYDAY=5MO', ['2025-09-01', '2025-09-29', '2025-12-29']],
    ['the last day of February', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1', ['2025-09-01', '2026-02-28', '2027-02-28']],
    ['day 366', 'FREQ=YEARLY;BYYEARDAY=366', ['2025-09-01', '2028-12-31', '2032-12-31']],
    [
      'weeks from both ends of the year',
      'FREQ=YEARLY;BYWEEKNO=10,-1;BYDAY=MO',
      ['2025-09-01', '2025-12-22', '2026-03-02'],
    ],
    ['week 53', 'FREQ=YEARLY;BYWEEKNO=53;BYDAY=SU', ['2025-09-01', '2027-01-03', '2033-01-02']],
    [
      'every second year’s week 1',
      'FREQ=YEARLY;INTERVAL=2;BYWEEKNO=1;BYDAY=MO',
      ['2025-09-01', '2027-01-04', '2029-01-01'],
    ],
    [
      'every second week from Sunday',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU',
      ['2025-09-01', '2025-09-14', '2025-09-15'],
    ],
  ])('%s', (_, rule, expected) => {
    expect(dates({ start: '2025-09-01T09:00:00Z', rule }).slice(0, 3)).toEqual(expected);
  });
});

describe('the bounds of a rule', () => {
  const event = { zone: 'America/New_York', start: '2025-10-30T20:00:00-04:00' };

  it.each([
    ['an instant, inclusive', 'UNTIL=20251103T010000Z', 4],
    ['an instant, one second short', 'UNTIL=20251103T005959Z', 3],
    ['a local time of the event’s zone', 'UNTIL=20251102T200000', 4],
    ['a date, to the end of that local day', 'UNTIL=20251102', 4],
    ['a count', 'COUNT=4', 4],
  ])('%s', (_, bound, count) => {
    expect(starts({ ...event, rule: `FREQ=DAILY;${bound}` })).toHaveLength(count);
  });

  it('count before exceptions are taken out, and additions do not count', () => {
    const rule =
      'FREQ=DAILY;COUNT=3\nEXDATE:20250304T090000Z\nRDATE:20250401T090000Z,20250305T090000Z,20250101T090000Z';
    expect(dates({ start: '2025-03-03T09:00:00Z', rule })).toEqual([
      '2025-01-01',
      '2025-03-03',
      '2025-03-05',
      '2025-04-01',
    ]);
  });

  it('end with the year 2199', () => {
    expect(dates({ start: '2198-06-01T09:00:00Z', rule: 'FREQ=YEARLY' })).toEqual(['2198-06-01', '2199-06-01']);
    expect(dates({ start: '2199-12-30T23:59:59Z', rule: 'FREQ=DAILY' })).toEqual(['2199-12-30', '2199-12-31']);
    expect(dates({ start: '2199-12-30T00:00:00Z', rule: 'FREQ=DAILY;COUNT=9' })).toEqual(['2199-12-30', '2199-12-31']);
  });

  it('may be the local time of the start where that occurs twice', () => {
    const start = '2025-10-26T02:30:00+01:00';
    expect(starts({ zone: 'Europe/Berlin', start, rule: 'FREQ=DAILY;UNTIL=20251026T023000' })).toEqual([start]);
  });
});

describe('the week year of BYWEEKNO', () => {
  it('is the previous year for a start on 1 January in week 53', () => {
    const rule = 'FREQ=YEARLY;INTERVAL=2;BYWEEKNO=1;BYDAY=MO';
    expect(dates({ start: '2027-01-01T09:00:00Z', rule }).slice(0, 3)).toEqual([
      '2027-01-01',
      '2028-01-03',
      '2029-12-31',
    ]);
  });

  it('begins with the first day of week 1', () => {
    const rule = 'FREQ=YEARLY;INTERVAL=2;BYWEEKNO=1;BYDAY=MO';
    expect(dates({ start: '2024-01-01T09:00:00Z', rule }).slice(0, 2)).toEqual(['2024-01-01', '2025-12-29']);
  });

  it('has its weeks in order', () => {
    const rule = 'FREQ=YEARLY;BYWEEKNO=-1,10;BYDAY=MO';
    expect(dates({ start: '2026-01-01T09:00:00Z', rule }).slice(0, 3)).toEqual([
      '2026-01-01',
      '2026-03-02',
      '2026-12-28',
    ]);
  });

  it('is the next year for a start on 30 December in week 1', () => {
    const rule = 'FREQ=YEARLY;INTERVAL=2;BYWEEKNO=2;BYDAY=MO';
    expect(dates({ start: '2025-12-30T09:00:00Z', rule }).slice(0, 3)).toEqual([
      '2025-12-30',
      '2026-01-05',
      '2028-01-10',
    ]);
  });
});

describe('changes of the clock', () => {
  it('keep the local time, and skip no instance', () => {
    expect(starts({ zone: 'Europe/Berlin', start: '2025-03-29T02:30:00+01:00', rule: 'FREQ=DAILY;COUNT=3' })).toEqual([
      '2025-03-29T02:30:00+01:00',
      '2025-03-30T03:30:00+02:00',
      '2025-03-31T02:30:00+02:00',
    ]);
  });

  it('keep the last instance of a rule that ends in a gap', () => {
    const event = { zone: 'Europe/Berlin', start: '2025-03-29T02:30:00+01:00' };
    const expected = ['2025-03-29T02:30:00+01:00', '2025-03-30T03:30:00+02:00'];
    expect(starts({ ...event, rule: 'FREQ=DAILY;COUNT=2' })).toEqual(expected);
    expect(starts({ ...event, rule: 'FREQ=DAILY;UNTIL=20250330T013000Z' })).toEqual(expected);
  });

  it('are those of autumn 2026 in Casablanca and Vancouver', () => {
    const rule = 'FREQ=WEEKLY;COUNT=2';
    expect(starts({ zone: 'Africa/Casablanca', start: '2026-09-16T09:00:00+01:00', rule })).toEqual([
      '2026-09-16T09:00:00+01:00',
      '2026-09-23T09:00:00+00:00',
    ]);
    expect(starts({ zone: 'America/Vancouver', start: '2026-10-30T09:00:00-07:00', rule })).toEqual([
      '2026-10-30T09:00:00-07:00',
      '2026-11-06T09:00:00-07:00',
    ]);
  });

  it('keep occurrences in order and merge equal instants in a gap', () => {
    const rule = 'FREQ=DAILY;BYHOUR=2,3;BYMINUTE=0,20,40';
    const event = { zone: 'Europe/Berlin', start: '2025-03-01T02:00:00+01:00', rule };
    expect(starts(event, '2025-03-30T00:00:00Z', '2025-03-31T00:00:00Z')).toEqual([
      '2025-03-30T03:00:00+02:00',
      '2025-03-30T03:20:00+02:00',
      '2025-03-30T03:40:00+02:00',
    ]);
  });

  it('give the first of the times that a gap and the hour after it share', () => {
    const rule = 'FREQ=DAILY;BYHOUR=2,3;BYMINUTE=0,30';
    const series = seriesOf({ zone: 'Europe/Berlin', start: '2025-03-29T02:00:00+01:00', rule });
    const window = { from: parseTimestamp('2025-03-30T00:00:00Z') };
    expect(nextOccurrence(series, window.from)?.start).toBe(parseTimestamp('2025-03-30T01:00:00Z'));
    expect(expand(series, window, { limit: 1 })).toHaveLength(1);
  });

  it('give the repeated hour once, and merge the day Apia left out', () => {
    const hourly = { zone: 'Europe/Berlin', start: '2025-10-25T00:00:00+02:00', rule: 'FREQ=HOURLY' };
    expect(starts(hourly, '2025-10-26T00:00:00Z', '2025-10-26T03:00:00Z')).toEqual([
      '2025-10-26T02:00:00+02:00',
      '2025-10-26T03:00:00+01:00',
    ]);
    expect(dates({ zone: 'Pacific/Apia', start: '2011-12-28T09:00:00-10:00', rule: 'FREQ=DAILY' }).slice(0, 4)).toEqual(
      ['2011-12-28', '2011-12-29', '2011-12-31', '2012-01-01'],
    );
  });

  it('run HOURLY on the local clock', () => {
    const event = {
      zone: 'Europe/Berlin',
      start: '2025-03-29T09:00:00+01:00',
      rule: 'FREQ=HOURLY;INTERVAL=24;COUNT=3',
    };
    expect(starts(event).map((text) => text.slice(11))).toEqual(['09:00:00+01:00', '09:00:00+02:00', '09:00:00+02:00']);
  });

  it('leave other events their elapsed time and all-day events their days', () => {
    const ends = (start: string, end: string) =>
      expand(seriesOf({ zone: 'Europe/Berlin', start, end, rule: 'FREQ=DAILY;COUNT=3' })).map((each) => utc(each)[1]);
    expect(ends('2025-03-29T00:00:00+01:00', '2025-03-30T00:00:00+01:00')).toEqual([
      '2025-03-29T23:00:00Z',
      '2025-03-30T22:00:00Z',
      '2025-03-31T22:00:00Z',
    ]);
    expect(ends('2025-03-28T23:30:00+01:00', '2025-03-29T23:30:00+01:00')).toEqual([
      '2025-03-29T22:30:00Z',
      '2025-03-30T22:30:00Z',
      '2025-03-31T21:30:00Z',
    ]);
  });

  it('give an all-day event where midnight is left out the rest of that day', () => {
    const series = seriesOf({
      zone: 'Africa/Cairo',
      start: '2025-04-24T00:00:00+02:00',
      end: '2025-04-25T00:00:00+02:00',
      rule: 'FREQ=DAILY;COUNT=3\nRDATE;VALUE=DATE:20250501',
    });
    expect(expand(series).map(utc)).toEqual([
      ['2025-04-23T22:00:00Z', '2025-04-24T22:00:00Z'],
      ['2025-04-24T22:00:00Z', '2025-04-25T21:00:00Z'],
      ['2025-04-25T21:00:00Z', '2025-04-26T21:00:00Z'],
      ['2025-04-30T21:00:00Z', '2025-05-01T21:00:00Z'],
    ]);
  });
});

describe('exceptions', () => {
  it('are listed up to the first thousand instants', () => {
    const start = '2025-03-03T00:00:00Z';
    const text = exceptionsText(seriesOf({ start, rule: 'FREQ=MINUTELY\nEXDATE;VALUE=DATE:20250305,20250304' })) ?? '';
    const listed = text.split(',');
    expect(listed).toHaveLength(1_000);
    expect([listed[0], listed[999]]).toEqual(['20250304T000000Z', '20250304T163900Z']);
  });

  it('that are dates take out every instance starting on that local day', () => {
    const rule = 'FREQ=DAILY;BYHOUR=1,23;COUNT=6\nEXDATE;VALUE=DATE:20250304\nEXDATE:20250305';
    const event = { zone: 'America/New_York', start: '2025-03-03T01:00:00-05:00', rule };
    expect(starts(event)).toEqual(['2025-03-03T01:00:00-05:00', '2025-03-03T23:00:00-05:00']);
    expect(exceptionsText(seriesOf(event))).toBe('20250304T060000Z,20250305T040000Z,20250305T060000Z,20250306T040000Z');
  });

  it('that are dates compare with the local day of the instant, also where a time moved to the next day', () => {
    const event = { zone: 'Pacific/Apia', start: '2011-11-30T09:00:00-10:00' };
    const rule = 'FREQ=MONTHLY;BYMONTHDAY=30;COUNT=3';
    // 2011-12-30 did not exist in Apia: 09:00 of that day is the 31st.
    const moved = ['2011-11-30', '2011-12-31', '2012-01-30'];
    expect(dates({ ...event, rule: `${rule}\nEXDATE;VALUE=DATE:20111230` })).toEqual(moved);
    expect(dates({ ...event, rule: `${rule}\nEXDATE;VALUE=DATE:20111231` })).toEqual(['2011-11-30', '2012-01-30']);
  });

  it('are shown in UTC, ascending, each once, even when they match nothing', () => {
    const rule =
      'FREQ=WEEKLY\nEXDATE:20250410T070000Z\nEXDATE;TZID=Asia/Tokyo:20250407T160000\nEXDATE:20250407T090000\nEXDATE:20250409';
    const series = seriesOf({ zone: 'Europe/Berlin', start: '2025-03-03T09:00:00+01:00', rule });
    expect(exceptionsText(series)).toBe('20250407T070000Z,20250409T070000Z,20250410T070000Z');
    expect(exceptionsText(seriesOf({ start: '2025-03-03T09:00:00Z', rule: 'FREQ=WEEKLY' }))).toBeNull();
  });

  it('win over additions', () => {
    expect(
      dates({
        start: '2025-03-03T09:00:00Z',
        rule: 'FREQ=DAILY;COUNT=1\nRDATE:20250305T090000Z\nEXDATE:20250305T090000Z',
      }),
    ).toEqual(['2025-03-03']);
  });
});

describe('a window', () => {
  const event = { start: '2025-03-03T09:00:00Z', end: '2025-03-03T10:00:00Z', rule: 'FREQ=DAILY' };

  it('is half-open: what ends at its start or starts at its end lies outside', () => {
    expect(dates(event, '2025-03-04T10:00:00Z', '2025-03-06T09:00:00Z')).toEqual(['2025-03-05']);
    expect(dates(event, '2025-03-04T09:59:59Z', '2025-03-06T09:00:01Z')).toEqual([
      '2025-03-04',
      '2025-03-05',
      '2025-03-06',
    ]);
  });

  it('holds a point that lies on its start', () => {
    expect(dates({ ...event, end: event.start }, '2025-03-04T09:00:00Z', '2025-03-05T09:00:00Z')).toEqual([
      '2025-03-04',
    ]);
  });

  it('meets the last hour of an all-day event of 25 hours', () => {
    const event = {
      zone: 'Europe/Berlin',
      start: '2025-10-20T00:00:00+02:00',
      end: '2025-10-21T00:00:00+02:00',
      rule: 'FREQ=DAILY',
    };
    expect(dates(event, '2025-10-26T22:30:00Z', '2025-10-26T22:45:00Z')).toEqual(['2025-10-26']);
  });

  it('meets what began long before it', () => {
    const long = { start: '2025-01-01T00:00:01Z', end: '2026-01-02T00:00:00Z', rule: 'FREQ=YEARLY' };
    expect(dates(long, '2030-01-01T12:00:00Z', '2030-01-01T13:00:00Z')).toEqual(['2029-01-01', '2030-01-01']);
  });
});

describe('a series', () => {
  it('has a next occurrence after an instant', () => {
    const series = seriesOf({ start: '2025-03-03T09:00:00Z', end: '2025-03-03T10:00:00Z', rule: 'FREQ=DAILY;COUNT=2' });
    const after = (text: string) => nextOccurrence(series, parseTimestamp(text));
    expect(after('2025-03-03T08:59:59Z')?.start).toBe(parseTimestamp('2025-03-03T09:00:00Z'));
    expect(after('2025-03-03T09:00:00Z')?.start).toBe(parseTimestamp('2025-03-04T09:00:00Z'));
    expect(after('2025-03-04T09:00:00Z')).toBeUndefined();
  });

  it.each([
    ['FREQ=HOURLY', true],
    ['FREQ=MINUTELY', true],
    ['FREQ=HOURLY;COUNT=24', false],
    ['FREQ=HOURLY;COUNT=1001', true],
    ['FREQ=DAILY;BYHOUR=9,12,15', true],
    ['FREQ=DAILY;BYHOUR=9,15', false],
    ['FREQ=YEARLY;INTERVAL=5;BYMONTH=1;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=1,2,3,4,5,6,7,8;BYMINUTE=0,10,20,30,40', true],
    ['FREQ=MINUTELY;INTERVAL=9000', false],
    ['FREQ=DAILY', false],
  ])('of the rule %s is dense: %s', (rule, expected) => {
    expect(isDense(seriesOf({ start: '2025-03-03T09:00:00Z', rule }))).toBe(expected);
  });

  it('is dense only when more than 1,000 occurrences start within 366 days', () => {
    const start = parseTimestamp('2025-01-01T00:00:00Z');
    const withLastAfter = (seconds: number): string =>
      Array.from({ length: 1000 }, (_, index) => start + (index < 999 ? (index + 1) * 60 : seconds))
        .map((instant) => formatUtc(instant).replace(/[-:]/g, ''))
        .join(',');
    const isDenseWith = (seconds: number): boolean =>
      isDense(
        seriesOf({ start: '2025-01-01T00:00:00Z', rule: `FREQ=HOURLY;COUNT=1\nRDATE:${withLastAfter(seconds)}` }),
      );
    expect(isDenseWith(366 * 86_400 - 1)).toBe(true);
    expect(isDenseWith(366 * 86_400)).toBe(false);
  });

  it('has an extent from its first start to its last end', () => {
    const extent = (rule?: string) => {
      const { from, to } = extentOf(seriesOf({ start: '2025-03-03T09:00:00Z', end: '2025-03-03T10:00:00Z', rule }));
      return [formatUtc(from), to === undefined ? undefined : formatUtc(to)];
    };
    expect(extent()).toEqual(['2025-03-03T09:00:00Z', '2025-03-03T10:00:00Z']);
    expect(extent('FREQ=DAILY')).toEqual(['2025-03-03T09:00:00Z', undefined]);
    expect(extent('FREQ=DAILY;COUNT=1\nRDATE:20250401T090000Z,20250601T090000Z,20250501T090000Z')).toEqual([
      '2025-03-03T09:00:00Z',
      '2025-06-01T10:00:00Z',
    ]);
    expect(extent('FREQ=DAILY;COUNT=3')).toEqual(['2025-03-03T09:00:00Z', '2025-03-05T10:00:00Z']);
    expect(extent('FREQ=DAILY;UNTIL=20250310T000000Z\nRDATE:20240101T000000Z')).toEqual([
      '2024-01-01T00:00:00Z',
      '2025-03-10T01:00:00Z',
    ]);
  });
});

describe('the extent of an all-day series', () => {
  it.each(['FREQ=DAILY;COUNT=7', 'FREQ=DAILY;UNTIL=20251026'])('of %s contains a last day of 25 hours', (rule) => {
    const series = seriesOf({
      zone: 'Europe/Berlin',
      start: '2025-10-20T00:00:00+02:00',
      end: '2025-10-21T00:00:00+02:00',
      rule,
    });
    const last = parseTimestamp('2025-10-26T23:00:00Z');
    expect(expand(series).at(-1)?.end).toBe(last);
    const { to = Infinity } = extentOf(series);
    expect(to).toBeGreaterThanOrEqual(last);
    expect(to).toBeLessThan(last + 2 * 86_400);
  });
});

describe('an event', () => {
  it.each([
    ['366 days to the second', 'UTC', '2025-01-01T00:00:01Z', '2026-01-02T00:00:01Z'],
    [
      '366 whole days with a longer elapsed time',
      'Europe/Berlin',
      '2025-03-01T00:00:00+01:00',
      '2026-03-02T00:00:00+01:00',
    ],
  ])('may last %s', (_, timeZone, start, end) => {
    expect(readSeries({ timeZone, start, end })).toMatchObject({
      start: parseTimestamp(start),
      end: parseTimestamp(end),
    });
  });

  it.each([
    ['ends before it starts', 'UTC', '2025-03-03T09:00:00Z', '2025-03-03T08:00:00Z', 'input.time.end'],
    ['lasts longer than 366 days', 'UTC', '2025-01-01T00:00:01Z', '2026-01-02T00:00:02Z', 'input.time.end'],
    ['has an unknown zone', 'Mars/Olympus_Mons', '2025-03-03T09:00:00Z', '2025-03-03T09:00:00Z', 'input.time.timeZone'],
    ['starts on no date', 'UTC', '2025-02-30T09:00:00Z', '2025-03-03T09:00:00Z', 'input.time.start'],
    ['ends without an offset', 'UTC', '2025-03-03T09:00:00Z', '2025-03-03T09:00:00', 'input.time.end'],
  ])('is refused when it %s', (_, timeZone, start, end, property) => {
    const message = expect.stringMatching(/^[A-Z].+\.$/) as string;
    expect(() => readSeries({ timeZone, start, end })).toThrow(expect.objectContaining({ property, message }));
  });
});
