import { addDays, dayIn, daysOf, monthOf, zoneOf } from './dates.ts';

describe('zoneOf', () => {
  it('returns the first zone that exists', () => {
    expect(zoneOf(null, 'Mars/Base', 'Asia/Tokyo', 'Europe/Berlin')).toBe('Asia/Tokyo');
    expect(zoneOf('"><script>', undefined)).toBe('Etc/UTC');
  });
});

describe('dayIn', () => {
  it('is the day of the zone, not of the server', () => {
    const instant = new Date('2026-03-01T23:30:00Z');
    expect([dayIn('Asia/Tokyo', instant), dayIn('America/New_York', instant)]).toEqual(['2026-03-02', '2026-03-01']);
  });
});

describe('monthOf', () => {
  it('begins weeks on Monday', () => {
    expect(monthOf('2026-11')).toMatchObject({ leadingDays: 6, previous: '2026-10', next: '2026-12' });
    expect(monthOf('2026-06')?.leadingDays).toBe(0);
  });

  it('knows leap years', () => {
    expect(monthOf('2028-02')?.days).toHaveLength(29);
    expect(monthOf('2026-02')?.days.at(-1)).toBe('2026-02-28');
  });

  it.each(['2026-13', '2026-1', '1989-12', '2101-01', 'x', ''])('refuses %p', (name) => {
    expect(monthOf(name)).toBeUndefined();
  });
});

describe('daysOf', () => {
  it.each([
    ['one day', { start: '2026-03-01T10:00:00+01:00', end: '2026-03-01T11:00:00+01:00' }, ['2026-03-01']],
    ['until midnight', { start: '2026-03-01T22:00:00+01:00', end: '2026-03-02T00:00:00+01:00' }, ['2026-03-01']],
    ['across midnight', { start: '2026-03-01T22:00:00Z', end: '2026-03-02T00:30:00Z' }, ['2026-03-01', '2026-03-02']],
    ['an instant at midnight', { start: '2026-03-01T00:00:00Z', end: '2026-03-01T00:00:00Z' }, ['2026-03-01']],
    [
      'whole days, whatever the zone',
      {
        start: '2026-08-06T16:00:00-07:00',
        end: '2026-08-09T16:00:00-07:00',
        startDate: '2026-08-07',
        endDate: '2026-08-10',
      },
      ['2026-08-07', '2026-08-08', '2026-08-09'],
    ],
  ])('%s', (_, span, expected) => expect(daysOf(span)).toEqual(expected));

  it('is bounded', () => {
    const start = '2026-01-01T00:00:00Z';
    expect(daysOf({ start, end: `${addDays('2026-01-01', 5_000)}T01:00:00Z` })).toHaveLength(366);
  });
});
