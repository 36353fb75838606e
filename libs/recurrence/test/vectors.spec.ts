import { exceptionsText, readSeries } from '../src/index';
import { occurrencesOf, readVectors } from './vectors';
import type { RecurrenceVector } from './vectors';

describe.each(['recurrence-150', 'recurrence-rfc5545-examples'])('the vectors of %s', (name) => {
  const vectors = readVectors<RecurrenceVector>(name);

  it.each(vectors.map((vector) => [vector.id, vector] as const))(
    '%s expands as the reference engines say',
    (_, vector) => {
      expect(occurrencesOf(vector)).toEqual(vector.expected);
    },
  );

  it.each(vectors.map((vector) => [vector.id, vector] as const))('%s shows its exceptions', (_, vector) => {
    const series = readSeries({
      timeZone: vector.timeZone,
      start: vector.startTimestamp,
      end: vector.endTimestamp,
      recurrence: vector.recurrenceInput,
    });
    expect(exceptionsText(series)).toBe(vector.exceptions);
  });
});
