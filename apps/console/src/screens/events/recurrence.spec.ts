import { recurrenceText } from './recurrence-lines.ts';
import { parseRecurrence } from './recurrence.ts';

/** The end of a rule of an event that starts on Tuesday, 1 December 2026, at 9:00 in Berlin. */
function endOf(end: string) {
  const stored = { recurrence: `RRULE:FREQ=WEEKLY;BYDAY=TU;${end}`, exceptions: null };
  return parseRecurrence(stored, '2026-12-01T09:00:00+01:00', 'Europe/Berlin').simple.end;
}

describe('the end of a stored recurrence', () => {
  it('is the local day of UNTIL', () => {
    expect(endOf('UNTIL=20261208T225959Z')).toEqual({ type: 'until', day: '2026-12-08' });
    expect(endOf('UNTIL=20261208T230000Z')).toEqual({ type: 'until', day: '2026-12-08' });
    expect(endOf('UNTIL=20261208T080000Z')).toEqual({ type: 'until', day: '2026-12-08' });
    expect(endOf('UNTIL=20261208')).toEqual({ type: 'until', day: '2026-12-08' });
  });

  it('is the day before UNTIL when the occurrence of that day starts later', () => {
    expect(endOf('UNTIL=20261208T075959Z')).toEqual({ type: 'until', day: '2026-12-07' });
    expect(endOf('UNTIL=20261208T085959')).toEqual({ type: 'until', day: '2026-12-07' });
  });

  it('is a number of occurrences, or nothing', () => {
    expect([endOf('COUNT=3'), endOf('INTERVAL=2')]).toEqual([{ type: 'count', count: 3 }, { type: 'never' }]);
  });
});

describe('a stored rule', () => {
  it('can be written without RRULE, with its parts in any order', () => {
    const stored = { recurrence: 'INTERVAL=2;FREQ=DAILY\nRDATE:20270101T090000Z', exceptions: null };
    const { mode, simple, otherLines } = parseRecurrence(stored, '2026-12-01T09:00:00Z', 'UTC');
    expect([mode, simple.frequency, simple.interval]).toEqual(['simple', 'DAILY', 2]);
    expect(otherLines).toEqual(['RDATE:20270101T090000Z']);
  });

  it.each(['UNTIL=2026-12-08', 'UNTIL=20261208T0900', 'UNTIL='])('with %s is saved unchanged', (until) => {
    const recurrence = `RRULE:FREQ=DAILY;${until}`;
    const parsed = parseRecurrence({ recurrence, exceptions: null }, '2026-12-01T09:00:00Z', 'UTC');
    expect(parsed.mode).toBe('raw');
    expect(recurrenceText(parsed, '2026-12-01', 'UTC')).toBe(recurrence);
  });
});
