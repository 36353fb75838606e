import { cursorOf, parseCursor } from './occurrence-key';

const EVENT_ID = 'a'.repeat(24);

describe('a cursor of occurrences', () => {
  it('is accepted for the last occurrence that a series can have', () => {
    // It starts at the end of 2199 in Los Angeles, and lasts 366 days.
    const start = Date.UTC(2200, 0, 1, 7, 59, 59) / 1_000;
    const key = { start, end: start + 366 * 86_400, eventId: EVENT_ID, recurrenceStart: start };
    expect(parseCursor(cursorOf(key), 'after')).toEqual(key);
  });

  it.each([
    ['no cursor', 'abc'],
    ['an instant out of range', cursorOf({ start: 1e12, end: 1e12, eventId: EVENT_ID, recurrenceStart: 0 })],
    ['an id that is none', cursorOf({ start: 0, end: 0, eventId: 'x', recurrenceStart: 0 })],
  ])('is rejected if it is %s', (_, cursor) => {
    expect(() => parseCursor(cursor, 'after')).toThrow('The cursor is not valid');
  });
});
