import { timesByCurrentZoneData, toStorableSeries } from './storable-series';
import { readSeries } from './event-time';

const seriesOf = (recurrence?: string) =>
  toStorableSeries(
    readSeries({ timeZone: 'UTC', start: '2025-03-03T09:00:00Z', end: '2025-03-03T10:00:00Z', recurrence }),
  );

describe('the occurrences between two instants', () => {
  const series = seriesOf('FREQ=DAILY;COUNT=4');
  const between = (from: string, until: string): string[] =>
    series.between(new Date(from), new Date(until)).map(({ startAt }) => startAt.toISOString().slice(0, 10));

  it('include what ends exactly at the first instant', () => {
    expect(between('2025-03-04T10:00:00Z', '2025-03-06T00:00:00Z')).toEqual(['2025-03-04', '2025-03-05']);
    expect(between('2025-03-04T10:00:01Z', '2025-03-06T00:00:00Z')).toEqual(['2025-03-05']);
  });

  it('exclude what starts exactly at the second', () => {
    expect(between('2025-03-05T00:00:00Z', '2025-03-06T09:00:00Z')).toEqual(['2025-03-05']);
    expect(between('2025-03-05T00:00:00Z', '2025-03-06T09:00:01Z')).toEqual(['2025-03-05', '2025-03-06']);
  });
});

describe('the points in time between two instants', () => {
  const at = '2025-03-03T09:00:00Z';
  const time = { timeZone: 'UTC', start: at, end: at, recurrence: 'FREQ=DAILY;COUNT=2' };
  const series = toStorableSeries(readSeries(time));

  it.each([
    ['2025-03-03T09:00:00Z', 2],
    ['2025-03-03T09:00:01Z', 1],
  ])('from %s on are %d', (from, count) => {
    expect(series.between(new Date(from), new Date('2025-03-05T00:00:00Z'))).toHaveLength(count);
  });
});

describe('the stored bounds of a series', () => {
  const boundsOf = (recurrence?: string) => {
    const { first, lastEndAt } = seriesOf(recurrence);
    return [first?.startAt, first?.endAt, lastEndAt].map((date) => date?.toISOString().slice(0, 16));
  };

  it.each([
    ['a single event', undefined, ['2025-03-03T09:00', '2025-03-03T10:00', '2025-03-03T10:00']],
    ['COUNT', 'FREQ=DAILY;COUNT=4', ['2025-03-03T09:00', '2025-03-03T10:00', '2025-03-06T10:00']],
    ['no end', 'FREQ=DAILY', ['2025-03-03T09:00', '2025-03-03T10:00', undefined]],
    [
      'a rule that gives nothing beside the start',
      'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
      ['2025-03-03T09:00', '2025-03-03T10:00', '2025-03-03T10:00'],
    ],
    ['an excluded start', 'FREQ=DAILY\nEXDATE:20250303', ['2025-03-04T09:00', '2025-03-04T10:00', undefined]],
    ['no occurrence', 'FREQ=DAILY;COUNT=1\nEXDATE:20250303', [undefined, undefined, undefined]],
  ])('with %s', (_, recurrence, expected) => {
    expect(boundsOf(recurrence)).toEqual(expected);
  });
});

describe('a stored start after a release of the tz database', () => {
  const byZoneData = (timeZone: string, startLocal: string, startAt: string, endAt: string) => {
    const moved = timesByCurrentZoneData({ timeZone, startLocal, startAt: new Date(startAt), endAt: new Date(endAt) });
    return [moved.startAt.toISOString(), moved.endAt.toISOString()];
  };

  it('keeps its local time and its length when the offset has changed', () => {
    // Morocco left +01:00 on 20 September 2026.
    expect(
      byZoneData('Africa/Casablanca', '2026-09-23T09:00:00', '2026-09-23T08:00:00Z', '2026-09-23T09:30:00Z'),
    ).toEqual(['2026-09-23T09:00:00.000Z', '2026-09-23T10:30:00.000Z']);
  });

  it('needs a zone of the tz database', () => {
    expect(() =>
      byZoneData('Mars/Olympus_Mons', '2026-09-23T09:00:00', '2026-09-23T08:00:00Z', '2026-09-23T09:00:00Z'),
    ).toThrow(expect.objectContaining({ property: 'timeZone' }));
  });

  it('stays where the offset is the same, also in the second pass of an overlap', () => {
    expect(byZoneData('Europe/Berlin', '2025-10-26T02:30:00', '2025-10-26T01:30:00Z', '2025-10-26T03:00:00Z')).toEqual([
      '2025-10-26T01:30:00.000Z',
      '2025-10-26T03:00:00.000Z',
    ]);
  });
});
