import { civilDate, dayNumber, dayOf, daysInMonth, isCalendarDate, isLeapYear, weekdayOf } from './civil';

const DAY_IN_MS = 86_400_000;
const utcDay = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day) / DAY_IN_MS;

describe('the calendar', () => {
  it('has the days of the runtime’s calendar from 1900 to 2199', () => {
    const differences: number[] = [];
    for (let day = utcDay(1900, 1, 1); day <= utcDay(2199, 12, 31); day += 1) {
      const date = new Date(day * DAY_IN_MS);
      const [year, month, dayOfMonth] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
      const ours = civilDate(day);
      const isEqual =
        ours.year === year &&
        ours.month === month &&
        ours.day === dayOfMonth &&
        dayNumber(year, month, dayOfMonth) === day &&
        weekdayOf(day) === (date.getUTCDay() + 6) % 7;
      if (!isEqual) differences.push(day);
    }
    expect(differences).toEqual([]);
  });

  it.each([
    [1900, false],
    [2000, true],
    [2024, true],
    [2025, false],
    [2100, false],
  ])('in %d has 29 February: %s', (year, isLeap) => {
    expect(isLeapYear(year)).toBe(isLeap);
    expect(daysInMonth(year, 2)).toBe(isLeap ? 29 : 28);
    expect(isCalendarDate({ year, month: 2, day: 29 })).toBe(isLeap);
    expect(daysInMonth(year, 3)).toBe(31);
  });

  it.each([
    [1, 1, true],
    [12, 31, true],
    [4, 31, false],
    [0, 1, false],
    [13, 1, false],
    [1, 0, false],
    [1, 32, false],
  ])('in 2025 has month %d, day %d: %s', (month, day, exists) => {
    expect(isCalendarDate({ year: 2025, month, day })).toBe(exists);
  });

  it('carries months and days outside their range over', () => {
    expect(dayNumber(2024, 13, 1)).toBe(utcDay(2025, 1, 1));
    expect(dayNumber(2025, 0, 1)).toBe(utcDay(2024, 12, 1));
    expect(dayNumber(2025, 3, 0)).toBe(utcDay(2025, 2, 28));
  });

  it('begins a day at its midnight, also before 1970', () => {
    expect([-86_401, -86_400, -1, 0, 86_399, 86_400].map(dayOf)).toEqual([-2, -1, -1, 0, 0, 1]);
  });
});
