import { type DayNumber, dayOf } from './civil';
import { createDayMove, type DayMove } from './day-move';
import { parseRecurrence } from './grammar/recurrence-text';
import { formatUtc, parseTimestamp } from './timestamps';

const dayOfText = (day: string): DayNumber => dayOf(parseTimestamp(`${day}T00:00:00Z`));
const textOfDay = (day: DayNumber): string => formatUtc(day * 86_400).slice(0, 10);

function moveOf(rule: string, from: string, to: string): DayMove | undefined {
  const recurrence = parseRecurrence(rule);
  return recurrence ? createDayMove(recurrence.rule, dayOfText(from), dayOfText(to)) : undefined;
}

describe('a rule whose instance moves to another day', () => {
  it.each([
    ['FREQ=WEEKLY;BYDAY=MO', '2026-06-15', '2026-06-16', 'BYDAY=TU'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU', '2026-06-14', '2026-06-15', 'BYDAY=MO'],
    ['FREQ=MONTHLY;BYMONTHDAY=14', '2026-06-14', '2026-07-02', 'BYMONTHDAY=2'],
    ['FREQ=MONTHLY;BYDAY=2TU', '2026-04-14', '2026-04-15', 'BYDAY=3WE'],
    ['FREQ=MONTHLY;BYDAY=+4TU', '2026-04-28', '2026-04-29', 'BYDAY=-1WE'],
    ['FREQ=MONTHLY;BYDAY=4TU', '2026-02-24', '2026-02-25', 'BYDAY=4WE'],
    ['FREQ=MONTHLY;BYDAY=-1FR', '2026-06-26', '2026-06-25', 'BYDAY=-1TH'],
    ['FREQ=MONTHLY;BYDAY=-1FR', '2026-06-26', '2026-06-23', 'BYDAY=4TU'],
  ])('names the new day if it named only the old one: %s', (rule, from, to, part) => {
    expect(moveOf(rule, from, to)?.part).toBe(part);
  });

  it.each([
    ['FREQ=DAILY', '2026-06-15'],
    ['FREQ=DAILY;BYDAY=MO', '2026-06-15'],
    ['FREQ=WEEKLY;BYDAY=MO,WE', '2026-06-15'],
    ['FREQ=WEEKLY;BYDAY=TU', '2026-06-15'],
    ['FREQ=WEEKLY;BYDAY=MO;BYMONTH=6', '2026-06-15'],
    ['FREQ=MONTHLY;BYDAY=MO', '2026-06-15'],
    ['FREQ=MONTHLY;BYDAY=2MO', '2026-06-15'],
    ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=3', '2026-06-15'],
    ['FREQ=MONTHLY;BYMONTHDAY=15;BYDAY=MO', '2026-06-15'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,15', '2026-06-15'],
    ['FREQ=MONTHLY;BYMONTHDAY=-16', '2026-06-15'],
    ['FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=15', '2026-06-15'],
  ])('does not follow if it names no day, several days or another one: %s', (rule, from) => {
    expect(moveOf(rule, from, '2026-06-16')).toBeUndefined();
  });

  it('moves the named day of each month to the new day of the month', () => {
    const move = moveOf('FREQ=MONTHLY;BYDAY=2TU', '2026-04-14', '2026-04-15')?.move ?? (() => NaN);
    const days = ['2026-04-14', '2026-05-12', '2026-06-09', '2026-12-08'].map((day) => textOfDay(move(dayOfText(day))));
    expect(days).toEqual(['2026-04-15', '2026-05-20', '2026-06-17', '2026-12-16']);
    // Not a second Tuesday.
    expect(textOfDay(move(dayOfText('2026-05-19')))).toBe('2026-05-20');
  });

  it('moves the named day into another month, and by the difference if that month lacks the new day', () => {
    const later = moveOf('FREQ=MONTHLY;BYMONTHDAY=30', '2026-04-30', '2026-05-01')?.move ?? (() => NaN);
    expect(textOfDay(later(dayOfText('2026-12-30')))).toBe('2027-01-01');
    const last = moveOf('FREQ=MONTHLY;BYMONTHDAY=30', '2026-01-30', '2026-01-31')?.move ?? (() => NaN);
    expect(['2026-03-30', '2026-04-30'].map((day) => textOfDay(last(dayOfText(day))))).toEqual([
      '2026-03-31',
      '2026-05-01',
    ]);
  });
});
