import { utcSeconds, zonedSeconds } from './dates';

describe('dates', () => {
  it('are UTC in whole seconds for the Admin API', () => {
    expect(utcSeconds(new Date('2026-11-21T14:40:40.987Z'))).toBe('2026-11-21T14:40:40.000Z');
  });

  it.each([
    ['Etc/UTC', '2026-11-21T14:40:40.000Z', '2026-11-21T14:40:40.000+00:00'],
    ['Europe/Paris', '2026-11-21T14:40:40.000Z', '2026-11-21T15:40:40.000+01:00'],
    ['Europe/Paris', '2026-07-21T14:40:40.000Z', '2026-07-21T16:40:40.000+02:00'],
    ['America/St_Johns', '2026-11-21T02:00:00.000Z', '2026-11-20T22:30:00.000-03:30'],
    ['Asia/Kathmandu', '2026-11-21T23:00:00.000Z', '2026-11-22T04:45:00.000+05:45'],
    ['Mars/Phobos', '2026-11-21T14:40:40.000Z', '2026-11-21T14:40:40.000+00:00'],
  ])('carry the offset of %s for the Content API', (zone, instant, expected) => {
    expect(zonedSeconds(new Date(instant), zone)).toBe(expected);
  });

  it('change their offset at the very second the zone does', () => {
    expect(zonedSeconds(new Date('2026-03-29T00:59:59Z'), 'Europe/Paris')).toBe('2026-03-29T01:59:59.000+01:00');
    expect(zonedSeconds(new Date('2026-03-29T01:00:00Z'), 'Europe/Paris')).toBe('2026-03-29T03:00:00.000+02:00');
  });

  it('change their offset one minute after midnight where the zone does', () => {
    expect(zonedSeconds(new Date('2005-04-03T03:30:59Z'), 'America/St_Johns')).toBe('2005-04-03T00:00:59.000-03:30');
    expect(zonedSeconds(new Date('2005-04-03T03:31:00Z'), 'America/St_Johns')).toBe('2005-04-03T01:01:00.000-02:30');
  });

  it('writes six digits for a local year above 9999, as ISO 8601 does', () => {
    expect(zonedSeconds(new Date('9999-12-31T23:59:59Z'), 'Asia/Tokyo')).toBe('+010000-01-01T08:59:59.000+09:00');
  });
});
