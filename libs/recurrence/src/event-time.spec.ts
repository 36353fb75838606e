import { readTimes, requireZone, seriesOfStored } from './event-time';
import { exceptionsText, isInstance, withOverrides } from './exceptions';
import { expand } from './expansion/expand';
import { formatInZone, formatUtc, parseTimestamp } from './timestamps';

const berlin = requireZone('Europe/Berlin', 'timeZone');
const timesOf = (start: string, end: string, allDay?: boolean | null) => {
  const times = readTimes(berlin, { start, end, allDay });
  return [formatInZone(berlin, times.start), formatInZone(berlin, times.end)];
};

describe('an all-day time', () => {
  it.each([
    ['one day for a time within it', '2025-03-03T10:00:00+01:00', '2025-03-03T11:00:00+01:00', '03', '04'],
    ['one day for a point in time', '2025-03-03T10:00:00+01:00', '2025-03-03T10:00:00+01:00', '03', '04'],
    ['one day for its first moment', '2025-03-03T00:00:00+01:00', '2025-03-03T00:00:00+01:00', '03', '04'],
    ['each day that it touches', '2025-03-03T23:59:59+01:00', '2025-03-05T00:00:01+01:00', '03', '06'],
    ['no day that begins at its end', '2025-03-03T10:00:00+01:00', '2025-03-05T00:00:00+01:00', '03', '05'],
    ['the days of its zone, not of UTC', '2025-03-03T23:30:00Z', '2025-03-04T22:30:00Z', '04', '05'],
  ])('has %s', (_, start, end, first, next) => {
    expect(timesOf(start, end, true)).toEqual([`2025-03-${first}T00:00:00+01:00`, `2025-03-${next}T00:00:00+01:00`]);
  });

  it('lasts 366 days at most', () => {
    const start = '2025-01-01T10:00:00+01:00';
    expect(timesOf(start, '2026-01-01T12:00:00+01:00', true)[1]).toBe('2026-01-02T00:00:00+01:00');
    expect(() => timesOf(start, '2026-01-02T12:00:00+01:00', true)).toThrow(
      expect.objectContaining({ property: 'input.time.end' }),
    );
  });
});

describe('a time that is not all-day', () => {
  const midnights = ['2025-03-03T00:00:00+01:00', '2025-03-04T00:00:00+01:00'] as const;

  it('does not go from midnight to midnight, for iCalendar has one form for both', () => {
    expect(() => timesOf(...midnights, false)).toThrow(expect.objectContaining({ property: 'input.time.allDay' }));
    expect(timesOf(midnights[0], '2025-03-04T00:00:01+01:00', false)[1]).toBe('2025-03-04T00:00:01+01:00');
  });

  it.each([undefined, null])('stays as sent when allDay is %s', (allDay) => {
    expect(timesOf(...midnights, allDay)).toEqual(midnights);
    const hour = ['2025-03-03T09:00:00+01:00', '2025-03-03T10:00:00+01:00'] as const;
    expect(timesOf(...hour, allDay)).toEqual(hour);
  });
});

describe('the series of a stored event', () => {
  const stored = {
    timeZone: 'Europe/Berlin',
    start: new Date('2025-03-03T08:00:00.999Z'),
    end: new Date('2025-03-03T09:00:00Z'),
    recurrence: 'FREQ=DAILY;COUNT=4\nEXDATE:20250306T080000Z',
  };
  const startsOf = (series: ReturnType<typeof seriesOfStored>) => expand(series).map(({ start }) => formatUtc(start));

  it('has whole seconds', () => {
    expect(startsOf(seriesOfStored(stored))).toEqual([
      '2025-03-03T08:00:00Z',
      '2025-03-04T08:00:00Z',
      '2025-03-05T08:00:00Z',
    ]);
  });

  it('does not expand to the instances that overrides replace, which are instances all the same', () => {
    const series = seriesOfStored({ ...stored, overridden: [new Date('2025-03-04T08:00:00Z')] });
    expect(startsOf(series)).toEqual(['2025-03-03T08:00:00Z', '2025-03-05T08:00:00Z']);
    expect(isInstance(series, parseTimestamp('2025-03-04T08:00:00Z'))).toBe(true);
    expect(isInstance(series, parseTimestamp('2025-03-04T08:00:01Z'))).toBe(false);
    expect(isInstance(series, parseTimestamp('2025-03-06T08:00:00Z'))).toBe(false);
    expect(exceptionsText(series)).toBe('20250306T080000Z');
    const others = withOverrides(series, [parseTimestamp('2025-03-05T08:00:00Z')]);
    expect(startsOf(others)).toEqual(['2025-03-03T08:00:00Z', '2025-03-04T08:00:00Z']);
  });

  it('needs a zone of the tz database', () => {
    expect(() => seriesOfStored({ ...stored, timeZone: 'Mars/Olympus_Mons' })).toThrow(
      expect.objectContaining({ property: 'timeZone' }),
    );
  });
});
