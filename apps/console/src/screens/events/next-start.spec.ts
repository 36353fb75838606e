import { byNextStart, type ListedTimes, nextStart } from './next-start.ts';

const NOW = '2026-06-10T12:00:00Z';

const listed = (id: string, start: string, next?: string) =>
  ({
    event: { id, time: { start } },
    nextOccurrences: next ? [{ occurrence: { start: next } }] : [],
  }) as ListedTimes;

describe('the next start of events', () => {
  const series = listed('series', '2020-01-07T09:00:00+01:00', '2026-06-16T09:00:00+02:00');
  const single = listed('single', '2026-06-11T09:00:00Z', '2026-06-11T09:00:00Z');
  const running = listed('running', '2026-06-10T11:00:00Z', '2026-06-10T11:00:00Z');
  const cancelled = listed('cancelled', '2026-06-12T09:00:00Z');
  const cancelledSeries = listed('cancelled series', '2019-01-01T09:00:00Z');

  it('is that of the next occurrence, else of the event', () => {
    expect(nextStart(series)).toBe('2026-06-16T09:00:00+02:00');
    expect(nextStart(cancelled)).toBe('2026-06-12T09:00:00Z');
  });

  it('orders them; a cancelled series, which has none, comes last', () => {
    const sorted = byNextStart([cancelledSeries, series, running, cancelled, single], NOW);
    expect(sorted.map(({ event }) => event.id)).toEqual([
      'running',
      'single',
      'cancelled',
      'series',
      'cancelled series',
    ]);
  });
});
