import {
  expand,
  exceptionsText,
  extentOf,
  formatUtc,
  isDense,
  isInstance,
  parseTimestamp,
  readSeries,
  recurrenceLines,
  StepBudget,
} from '../src/index';
import { readVectors } from './vectors';

interface BoundedVector {
  id: string;
  time?: { timeZone: string; start: string; end: string; recurrence: string };
  expect: string;
  window?: [string, string];
  limit?: number;
  expectedUtcStarts?: string[];
}

const START = '2025-03-03T09:00:00Z';
const seriesOf = (recurrence: string, start = START) =>
  readSeries({ timeZone: 'Europe/Berlin', start, end: start, recurrence });
const list = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i).join(',');

/** Steps an expansion takes until `limit` occurrences are found or there are no more. */
function stepsOf(recurrence: string, from: string | undefined, to: string | undefined, limit = 1_000): number {
  const budget = new StepBudget();
  const window = {
    from: from === undefined ? undefined : parseTimestamp(from),
    to: to === undefined ? undefined : parseTimestamp(to),
  };
  expand(seriesOf(recurrence), window, { limit, budget });
  return budget.usedSteps;
}

describe('a window far from the start', () => {
  it.each([
    ['FREQ=MINUTELY', 10],
    ['FREQ=MINUTELY;INTERVAL=7;BYHOUR=3', 15],
    ['FREQ=HOURLY', 10],
    ['FREQ=HOURLY;INTERVAL=10000', 10],
    ['FREQ=DAILY', 40],
    ['FREQ=DAILY;INTERVAL=9999', 10],
    ['FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,FR', 10],
    ['FREQ=MONTHLY;BYDAY=-1FR', 5],
    ['FREQ=YEARLY;BYWEEKNO=20', 5],
    ['FREQ=DAILY;COUNT=100000', 40],
    ['FREQ=WEEKLY;BYDAY=MO,FR;COUNT=90000', 10],
  ])('is reached by arithmetic: %s takes at most %d steps', (rule, most) => {
    expect(stepsOf(rule, '2095-03-03T00:00:00Z', '2095-03-31T00:00:00Z', 100)).toBeLessThanOrEqual(most);
  });

  it('costs no more the farther it is', () => {
    const near = stepsOf('FREQ=DAILY;BYDAY=MO,TU', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z');
    const far = stepsOf('FREQ=DAILY;BYDAY=MO,TU', '2196-01-01T00:00:00Z', '2196-02-01T00:00:00Z');
    expect(Math.abs(far - near)).toBeLessThanOrEqual(5);
  });
});

describe('a rule that never comes about', () => {
  it.each([
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 5_000],
    ['FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30', 5_000],
    ['FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=31', 5_000],
    ['FREQ=MINUTELY;INTERVAL=2;BYMINUTE=1', 1],
    ['FREQ=HOURLY;INTERVAL=24;BYHOUR=3', 1],
    ['FREQ=HOURLY;INTERVAL=168;BYDAY=TU', 15_000],
    ['FREQ=DAILY;INTERVAL=7;BYDAY=TU', 70_000],
    ['FREQ=WEEKLY;BYDAY=MO;BYSETPOS=2', 10_000],
    ['FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=3;BYSETPOS=3', 200],
    ['FREQ=YEARLY;BYWEEKNO=1;BYMONTH=6', 200],
    ['FREQ=MONTHLY;BYDAY=6MO', 3_000],
    ['FREQ=DAILY;BYSETPOS=5;BYHOUR=9', 100_000],
  ])('%s ends after at most %d steps', (rule, most) => {
    const budget = new StepBudget();
    expect(expand(seriesOf(rule), {}, { budget })).toHaveLength(1);
    expect(budget.usedSteps).toBeLessThanOrEqual(most);
    expect(expand(seriesOf(`${rule};COUNT=100000`), {}, { budget }).length).toBeLessThanOrEqual(1);
  });
});

describe('a rule with very many instances', () => {
  it.each([
    `FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=${list(0, 23)};BYMINUTE=${list(0, 59)};BYSETPOS=366,-366`,
    `FREQ=YEARLY;BYYEARDAY=${list(1, 366)};BYHOUR=${list(0, 23)};BYMINUTE=${list(0, 59)}`,
    `FREQ=MINUTELY\nEXDATE;VALUE=DATE:${Array.from({ length: 1_000 }, (_, i) => new Date(Date.UTC(2025, 2, 3 + i)).toISOString().slice(0, 10).replace(/-/g, '')).join(',')}`,
    'FREQ=HOURLY;COUNT=100000',
  ])('%.60s is answered within the budget', (rule) => {
    expect(stepsOf(rule, undefined, undefined)).toBeLessThan(5_000);
    expect(stepsOf(rule, '2190-01-01T00:00:00Z', undefined, 10)).toBeLessThan(5_000);
    const series = seriesOf(rule);
    expect(extentOf(series).from).toBe(parseTimestamp(START));
    expect(typeof isDense(series)).toBe('boolean');
    expect((exceptionsText(series) ?? '').split(',').length).toBeLessThanOrEqual(1_000);
  });

  it('has a budget of a hundred thousand steps', () => {
    const budget = new StepBudget();
    let taken = 0;
    while (taken < 200_000 && budget.take()) taken += 1;
    expect(taken).toBe(100_000);
  });

  it('stops when the budget is spent', () => {
    const budget = new StepBudget(3);
    expect(expand(seriesOf('FREQ=DAILY'), {}, { budget })).toHaveLength(3);
    expect(budget.usedSteps).toBe(3);
  });

  it.each(['YEARLY', 'YEARLY;BYWEEKNO=10', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY'])(
    'stops when the budget is spent: FREQ=%s',
    (frequency) => {
      const budget = new StepBudget(3);
      const found = expand(seriesOf(`FREQ=${frequency}`), {}, { budget, limit: 10_000 });
      expect(found.length).toBeLessThan(3 * 24 * 60 + 1);
      expect(budget.usedSteps).toBe(3);
    },
  );
});

describe('exceptions', () => {
  const dates = (count: number, days: number): string[] =>
    Array.from({ length: count }, (_, index) =>
      new Date(Date.UTC(2025, 3, 1) + index * days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', ''),
    );

  it.each([
    [
      'that exclude nothing',
      `FREQ=DAILY;BYHOUR=9;BYSETPOS=2\nEXDATE:${dates(1_000, 1)
        .map((date) => `${date}T090000`)
        .join(',')}`,
    ],
    ['in months without occurrences', `FREQ=MINUTELY;BYMONTH=3\nEXDATE;VALUE=DATE:${dates(300, 1).join(',')}`],
  ])('%s take a few steps each', (_, recurrence) => {
    const take = jest.spyOn(StepBudget.prototype, 'take');
    const series = readSeries({ timeZone: 'Europe/Berlin', start: START, end: '2026-03-03T09:00:00Z', recurrence });
    expect(isInstance(series, parseTimestamp('2025-07-01T07:00:00Z'))).toBe(false);
    recurrenceLines(series);
    expect(take.mock.calls.length).toBeLessThan(20_000);
    take.mockRestore();
  });

  it('on a date exclude only what starts on it, however long the occurrences last', () => {
    const recurrence = `FREQ=MINUTELY;BYMONTH=3\nEXDATE;VALUE=DATE:${dates(200, 1).join(',')}`;
    const series = readSeries({ timeZone: 'Europe/Berlin', start: START, end: '2026-03-03T09:00:00Z', recurrence });
    // None of these dates has an occurrence, so each of them gives the time of day of the event.
    expect(exceptionsText(series)?.split(',')).toHaveLength(200);
  });
});

describe('the rules of the nasty set', () => {
  const vectors = readVectors<BoundedVector>('bad-input-61').filter(
    ({ time, expect: kind }) => time?.recurrence && kind.includes('bounded'),
  );

  it.each(vectors.map((vector) => [vector.id, vector] as const))(
    '%s is answered within the budget',
    (_, { time, window, limit = 1_000, expectedUtcStarts }) => {
      if (!time || !window) throw new Error('Every bounded vector has a time and a window.');
      const budget = new StepBudget();
      const [from, to] = window.map((bound) => parseTimestamp(bound));
      const found = expand(readSeries(time), { from, to }, { limit, budget }).map(({ start }) => formatUtc(start));
      expect(budget.usedSteps).toBeLessThan(100_000);
      if (expectedUtcStarts) expect(found).toEqual(expectedUtcStarts);
    },
  );
});
