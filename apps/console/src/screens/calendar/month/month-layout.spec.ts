import type { CalendarItem } from '../items.ts';
import { daysOfDrag } from './drag-times.ts';
import { type Segment, weeksOf } from './month-layout.ts';

const event = (start: string, end: string) =>
  ({ key: 'e1', title: 'Regatta', start, end, isAllDay: false }) as CalendarItem;

describe('the weeks of a month', () => {
  const MONDAY = '2032-03-01';
  const segmentsOf = (item: CalendarItem, days: number): Segment[] =>
    weeksOf(MONDAY, [item], 'UTC', [{ key: item.key, mode: 'resize', days }]).flatMap(({ segments }) => segments);

  it('show an event that a resize has shortened, until it is saved', () => {
    const item = event('2032-03-09T07:00:00Z', '2032-03-11T08:00:00Z');
    expect(segmentsOf(item, 0)).toMatchObject([{ column: 1, length: 2 }]);
    expect(daysOfDrag(item, 'resize', -3, 'UTC')).toBe(-2);
    expect(segmentsOf(item, -1)).toMatchObject([{ column: 1, length: 1 }]);
    expect(segmentsOf(item, -2)).toMatchObject([{ column: 1, length: 1 }]);
  });

  it('show such an event also on the first day of a week', () => {
    const item = event('2032-03-08T07:00:00Z', '2032-03-10T08:00:00Z');
    expect(segmentsOf(item, -2)).toMatchObject([{ column: 0, length: 1, isStart: true, isEnd: true }]);
  });
});

describe('the days of a drag', () => {
  it('do not change an event of one day when its end is dragged to an earlier day', () => {
    const item = { ...event('2032-03-09', '2032-03-10'), isAllDay: true };
    expect(daysOfDrag(item, 'resize', -1, 'UTC')).toBe(0);
    expect(daysOfDrag(item, 'resize', 2, 'UTC')).toBe(2);
    expect(daysOfDrag(item, 'move', -1, 'UTC')).toBe(-1);
  });

  it.each([
    ['back, and the end is earlier in the day', '2026-10-24T18:00:00Z', '2026-10-25T18:30:00Z', 0],
    ['back, and start and end are at the same time of day', '2026-10-24T18:00:00Z', '2026-10-25T19:00:00Z', 0],
    ['forward, and the end is later in the day', '2026-03-28T19:00:00Z', '2026-03-29T18:30:00Z', -1],
  ])('keep the end after the start when clocks go %s', (_, start, end, days) => {
    expect(daysOfDrag(event(start, end), 'resize', -1, 'Europe/Berlin') + 0).toBe(days);
  });
});
