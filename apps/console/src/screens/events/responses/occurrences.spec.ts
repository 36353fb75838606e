import { defaultOccurrence, occurrenceOptions } from './occurrences.ts';

const NOW = Date.parse('2026-06-10T12:00:00Z');
const COUNTS = { attending: 1, waiting: 0, waitingPlaces: 0, maybe: 0, declined: 0, unanswered: 0 };

type Details = Parameters<typeof occurrenceOptions>[0];
const next = (id: string, utcStart: string, status = 'confirmed') =>
  ({ occurrence: { id, utcStart }, status }) as Details['nextOccurrences'][number];
const answered = (occurrenceId: string, start: string, attendingPlaces: number, isCancelled = false) => ({
  occurrenceId,
  start,
  isCancelled,
  counts: { ...COUNTS, attendingPlaces },
});

describe('the occurrences whose answers can be shown', () => {
  it('are the next ones and those with answers, once each, in the order of their start', () => {
    const nextOccurrences = [next('now', '2026-06-10T11:00:00Z'), next('c', '2026-06-15T07:00:00Z')];
    const options = occurrenceOptions(
      { nextOccurrences },
      [
        answered('c', '2026-06-15T07:00:00Z', 4),
        answered('now', '2026-06-10T11:00:00Z', 1),
        answered('a', '2026-06-01T07:00:00Z', 3),
      ],
      NOW,
    );
    expect(options).toEqual([
      { id: 'a', start: '2026-06-01T07:00:00Z', isCancelled: false, isPast: true, places: 3 },
      { id: 'now', start: '2026-06-10T11:00:00Z', isCancelled: false, isPast: false, places: 1 },
      { id: 'c', start: '2026-06-15T07:00:00Z', isCancelled: false, isPast: false, places: 4 },
    ]);
    expect(defaultOccurrence(options)?.id).toBe('now');
  });

  it('begin with the latest when none is to come, and not with a cancelled one', () => {
    const past = [answered('b', '2026-06-08T07:00:00Z', 1), answered('a', '2026-06-01T07:00:00Z', 1)];
    expect(defaultOccurrence(occurrenceOptions({ nextOccurrences: [] }, past, NOW))?.id).toBe('b');
    const cancelled = answered('c', '2026-06-15T07:00:00Z', 1, true);
    const options = occurrenceOptions({ nextOccurrences: [next('d', '2026-06-22T07:00:00Z')] }, [cancelled], NOW);
    expect(defaultOccurrence(options)?.id).toBe('d');
    expect(defaultOccurrence([])).toBeUndefined();
  });
});
