import { readSeries, recurrenceLines } from '@almanac/recurrence';
import { withCancelledAsExceptions, withOverriddenAsExceptions } from './cancelled-exceptions';

const series = readSeries({
  timeZone: 'UTC',
  start: '2025-03-03T09:00:00Z',
  end: '2025-03-03T10:00:00Z',
  recurrence: 'FREQ=DAILY;COUNT=5',
});
const tuesday = new Date('2025-03-04T09:00:00Z');
const wednesday = new Date('2025-03-05T09:00:00Z');

describe('the lines of a series in a feed', () => {
  it('exclude the cancelled occurrences, but not the changed ones', () => {
    const overrides = [
      { status: 'cancelled', recurrenceAt: tuesday } as const,
      { status: 'confirmed', recurrenceAt: wednesday } as const,
    ];
    expect(recurrenceLines(withCancelledAsExceptions(series, overrides))).toEqual([
      'RRULE:FREQ=DAILY;COUNT=5',
      'EXDATE:20250304T090000Z',
    ]);
  });

  it('exclude all overridden occurrences of an event whose overrides are not read', () => {
    const lines = recurrenceLines(withOverriddenAsExceptions(series, { overriddenAt: [tuesday, wednesday] }));
    expect(lines).toEqual(['RRULE:FREQ=DAILY;COUNT=5', 'EXDATE:20250304T090000Z,20250305T090000Z']);
  });
});
