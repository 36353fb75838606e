import { createSeries, expand, parseRecurrence, requireZone, toDate } from '@almanac/recurrence';
import fc from 'fast-check';
import { DenseOccurrences, type DenseSeries } from './dense-occurrences';
import { type CheckedFilter } from './filters';
import { compareKeys, type OccurrenceKey } from './occurrence-key';
import { OccurrencePage } from './occurrence-page';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const BEGIN = Date.UTC(2026, 2, 28) / 1_000;
const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/New_York'];
const RULES = ['FREQ=HOURLY', 'FREQ=HOURLY;INTERVAL=5', 'FREQ=MINUTELY;INTERVAL=20', 'FREQ=HOURLY;COUNT=40'];

function denseSeries(count: number, rules = RULES): DenseSeries[] {
  return Array.from({ length: count }, (_, n) => {
    const start = BEGIN - 10 * DAY + (n % 50) * 7 * 900 + (n % 12) * DAY;
    const zone = requireZone(ZONES[n % ZONES.length] ?? 'UTC', 'zone');
    const recurrence = parseRecurrence(rules[n % rules.length] ?? '');
    return {
      eventId: n.toString(16).padStart(24, '0'),
      series: createSeries({ zone, start, end: start + (n % 4) * 2_700, recurrence }),
      storedFrom: Infinity,
      storedUntil: -Infinity,
      tagKeys: [`tag ${n % 3}`],
      firstStart: start,
      lastEnd: Infinity,
    };
  });
}

/** The page of a window by expanding each series whole. */
function expected(all: readonly DenseSeries[], { window, limit, categories, after }: CheckedFilter): OccurrenceKey[] {
  const found = all
    .filter(({ tagKeys }) => categories === null || tagKeys.some((key) => categories.includes(key)))
    .flatMap(({ eventId, series }) =>
      expand(series, window).map(({ start, end }) => ({ eventId, start, end, recurrenceStart: start })),
    );
  return found
    .sort(compareKeys)
    .filter((each) => !after || compareKeys(each, after) > 0)
    .slice(0, limit);
}

function filterOf(from: number, to: number, more: Partial<CheckedFilter> = {}): CheckedFilter {
  const bounds = { window: { from, to }, fromAt: toDate(from), toAt: toDate(to) };
  return { ...bounds, limit: 100, categories: null, ...more };
}

async function pageOf(dense: DenseOccurrences, filter: CheckedFilter): Promise<OccurrenceKey[]> {
  const page = new OccurrencePage([], filter.limit);
  await dense.insertIntoPage(page, filter);
  return page.items.map(({ eventId, start, end, recurrenceStart }) => ({ eventId, start, end, recurrenceStart }));
}

describe('DenseOccurrences', () => {
  const all = denseSeries(60);
  const dense = new DenseOccurrences(all);

  it('gives the same pages as expanding each series, around a change of the offset, for all categories and cursors', async () => {
    const pages = fc.record({
      from: fc.integer({ min: -2 * DAY, max: 3 * DAY }),
      length: fc.integer({ min: 1, max: 4 * DAY }),
      limit: fc.integer({ min: 1, max: 1_000 }),
      categories: fc.option(fc.subarray(['tag 0', 'tag 1', 'tag 2', 'none'])),
    });
    await fc.assert(
      fc.asyncProperty(pages, async ({ from, length, limit, categories }) => {
        const filter = filterOf(BEGIN + from, BEGIN + from + length, { limit, categories });
        const first = await pageOf(dense, filter);
        expect(first).toEqual(expected(all, filter));
        const next = { ...filter, after: first.at(-1) };
        if (next.after) expect(await pageOf(dense, next)).toEqual(expected(all, next));
      }),
      { numRuns: 60 },
    );
  });

  it('gives the same pages for few series, which are not cached, and for windows of more hours than a page reads', async () => {
    const few = denseSeries(3);
    const filter = filterOf(BEGIN, BEGIN + 30 * DAY, { limit: 1_000 });
    expect(await pageOf(new DenseOccurrences(few), filter)).toEqual(expected(few, filter));
    const rare = denseSeries(40, ['FREQ=HOURLY;INTERVAL=6']);
    expect(await pageOf(new DenseOccurrences(rare), filter)).toEqual(expected(rare, filter));
  });

  it('gives the same pages when an hour has too many occurrences to cache', async () => {
    const many = denseSeries(200, ['FREQ=MINUTELY']);
    const filter = filterOf(BEGIN, BEGIN + HOUR);
    expect(await pageOf(new DenseOccurrences(many), filter)).toEqual(expected(many, filter));
  });
});
