import { findMoves, type RederivedEvent } from './move-responses';
import { OccurrenceOverride } from './occurrence-override.entity';

const at = (time: string): Date => new Date(`2026-10-25T${time}:00Z`);

const seriesWithoutOccurrences: RederivedEvent['series'] = {
  isDense: false,
  first: undefined,
  lastEndAt: undefined,
  timeIndex: { hours: 0, weekdays: 0, monthDays: 0, months: 0 },
  between: () => [],
};

/** An event whose overrides got new recurrence starts. */
function eventWith(newStarts: readonly (readonly [before: string, after: string])[]): RederivedEvent {
  const overrides = newStarts.map(([before, after]): [number, OccurrenceOverride] => [
    at(before).getTime(),
    Object.assign(new OccurrenceOverride(), { recurrenceAt: at(after), endAt: at(after) }),
  ]);
  return { id: 'event', series: seriesWithoutOccurrences, overrides: new Map(overrides) };
}

function movedStarts(event: RederivedEvent, starts: readonly string[], now: string): string[] {
  return findMoves(event, starts.map(at), at(now)).map(({ fromAt, toAt }) =>
    [fromAt, toAt].map((instant) => instant.toISOString().slice(11, 16)).join(' to '),
  );
}

describe('findMoves', () => {
  it('moves answers along with their occurrences', () => {
    const event = eventWith([
      ['11:00', '12:00'],
      ['12:00', '13:00'],
    ]);
    expect(movedStarts(event, ['11:00', '12:00'], '10:30')).toEqual(['11:00 to 12:00', '12:00 to 13:00']);
  });

  it('makes no move to the start of an occurrence in the past', () => {
    expect(movedStarts(eventWith([['11:00', '10:00']]), ['10:00', '11:00'], '10:30')).toEqual([]);
  });

  it('makes no move to the start of an occurrence whose own move is not made', () => {
    const event = eventWith([
      ['11:00', '10:00'],
      ['12:00', '11:00'],
      ['13:00', '12:00'],
      ['15:00', '14:00'],
    ]);
    expect(movedStarts(event, ['10:00', '11:00', '12:00', '13:00', '15:00'], '10:30')).toEqual(['15:00 to 14:00']);
  });
});
