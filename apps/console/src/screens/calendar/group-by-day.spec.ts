import { groupByDay } from './group-by-day.ts';
import type { CalendarItem } from './items.ts';
import { weeksOf } from './month/month-layout.ts';

const MONDAY = '2032-03-01';
const event = (start: string, end: string, isAllDay = false) =>
  ({ key: 'e1', title: 'Ball', start, end, isAllDay }) as CalendarItem;

const daysInAgenda = (item: CalendarItem): string[] =>
  groupByDay([item], { from: MONDAY, to: '2032-03-08', timeZone: 'UTC' }).map(({ day }) => day.slice(8));

function daysInMonth(item: CalendarItem): string[] {
  const [week] = weeksOf(MONDAY, [item], 'UTC');
  return (week?.segments ?? []).flatMap(({ column, length }) =>
    (week?.days ?? []).slice(column, column + length).map((day) => day.slice(8)),
  );
}

describe('the days of an event', () => {
  it.each([
    [event('2032-03-02T20:00:00Z', '2032-03-03T02:00:00Z'), ['02']],
    [event('2032-03-02T20:00:00Z', '2032-03-03T00:00:00Z'), ['02']],
    [event('2032-03-02T20:00:00Z', '2032-03-03T09:00:00Z'), ['02', '03']],
    [event('2032-03-02T20:00:00Z', '2032-03-05T02:00:00Z'), ['02', '03', '04']],
    [event('2032-03-02T20:00:00Z', '2032-03-02T20:00:00Z'), ['02']],
    [event('2032-03-02', '2032-03-04', true), ['02', '03']],
  ])('are the same in the agenda and in the month', (item, days) => {
    expect(daysInAgenda(item)).toEqual(days);
    expect(daysInMonth(item)).toEqual(days);
  });
});
