import { expand, parseTimestamp, readSeries, type Series, type Window } from '@almanac/recurrence';
import { type Benchmark, type Figure, median } from './harness/figure';

const RUNS = 7;
/** The maximum number of expansions before the measurement, in which V8 compiles the code. */
const WARM_UP = 2_000;
const MONTH = { from: parseTimestamp('2035-03-01T00:00:00Z'), to: parseTimestamp('2035-04-01T00:00:00Z') };

interface Case {
  measure: string;
  recurrence: string;
  /** The maximum number of occurrences, as for a page of results. */
  limit?: number;
  /** One month ten years after the start of the series by default. */
  window?: Window;
  /** The number of expansions in each measured value. */
  repeat: number;
  barMicroseconds: number;
}

const CASES: Case[] = [
  { measure: 'DAILY, one month ten years later', recurrence: 'FREQ=DAILY', repeat: 2_000, barMicroseconds: 20 },
  { measure: 'HOURLY, one month ten years later', recurrence: 'FREQ=HOURLY', repeat: 200, barMicroseconds: 500 },
  {
    measure: 'MINUTELY, the first 1,000 occurrences of a month ten years later',
    recurrence: 'FREQ=MINUTELY',
    limit: 1_000,
    repeat: 200,
    barMicroseconds: 500,
  },
  {
    measure: 'DAILY;COUNT=100000, one month ten years later, the end of the series not cached',
    recurrence: 'FREQ=DAILY;COUNT=100000',
    repeat: 1_000,
    barMicroseconds: 100,
  },
  {
    measure: 'an impossible rule, the whole calendar',
    recurrence: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    window: {},
    repeat: 20,
    barMicroseconds: 100_000,
  },
];

function seriesOf(recurrence: string): Series {
  return readSeries({
    timeZone: 'Europe/Berlin',
    start: '2025-03-03T09:00:00+01:00',
    end: '2025-03-03T10:00:00+01:00',
    recurrence,
  });
}

/** Expands a series. @returns the number of occurrences */
function expandOnce({ recurrence, limit = Infinity, window = MONTH }: Case, series: Series): number {
  // A series caches the end of its COUNT, so each expansion gets a new series.
  const expanded = recurrence.includes('COUNT') ? seriesOf(recurrence) : series;
  return expand(expanded, window, { limit }).length;
}

function figureOf(benchCase: Case): Figure {
  const series = seriesOf(benchCase.recurrence);
  for (let i = 0; i < Math.min(WARM_UP, benchCase.repeat * 2); i++) expandOnce(benchCase, series);
  const values = Array.from({ length: RUNS }, () => {
    // Processor time: unlike the elapsed time, it does not depend much on other programs.
    const before = process.cpuUsage();
    for (let i = 0; i < benchCase.repeat; i++) expandOnce(benchCase, series);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / benchCase.repeat;
  });
  return {
    benchmark: 'recurrence',
    measure: benchCase.measure,
    values,
    unit: 'µs',
    bar: `≤ ${benchCase.barMicroseconds} µs`,
    limits: { value: benchCase.barMicroseconds },
    isMet: median(values) <= benchCase.barMicroseconds,
  };
}

/** Measures the expansion of recurrence rules in one thread, without a database. */
export const recurrence: Benchmark = {
  name: 'recurrence',
  description: 'processor time of pure expansion, windows ten years after the start',
  run: () => Promise.resolve(CASES.map(figureOf)),
};
