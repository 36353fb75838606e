import { datedSeries } from './dated-series';
import { readSeries } from './event-time';

describe('the dated occurrences between two instants', () => {
  const series = datedSeries(
    readSeries({
      timeZone: 'UTC',
      start: '2025-03-03T09:00:00Z',
      end: '2025-03-03T10:00:00Z',
      recurrence: 'FREQ=DAILY;COUNT=4',
    }),
  );
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
