import { expand, toDate, toEpochSeconds, type Window } from '@almanac/recurrence';
import { Injectable } from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import { ReadConnections } from '../database/read-connections';
import { DenseSeriesCache } from './dense-series-cache';
import { type CheckedFilter } from './filters';
import { compareKeys } from './occurrence-key';
import { type FoundOccurrence, OccurrencePage } from './occurrence-page';
import { type UnstoredSeries } from './series-rows';
import { containsAllButDense, findStoredOccurrences } from './stored-occurrences';
import { UnstoredSeriesReader } from './unstored-series-reader';

/** Series are expanded for so long before other requests run. */
const EXPANSION_SLICE_MS = 5;
/** Series between two readings of the clock. */
const SERIES_PER_CLOCK_READ = 32;

/** Pages of occurrences: rows of the occurrence table merged with the expansion of series that are not stored whole. */
@Injectable()
export class OccurrencesService {
  constructor(
    private readonly database: ReadConnections,
    private readonly denseSeries: DenseSeriesCache,
    private readonly unstoredSeries: UnstoredSeriesReader,
  ) {}

  /** A page in the order of start, end, event id and RECURRENCE-ID. One statement while the window lies within the horizon. */
  async list(filter: CheckedFilter): Promise<readonly FoundOccurrence[]> {
    const { occurrences, bounds } = await findStoredOccurrences(this.database, filter);
    const page = new OccurrencePage(occurrences, filter.limit);
    const rest = narrow(filter, page);
    const dense = containsAllButDense(bounds, rest) ? await this.denseSeries.find(bounds.denseDigest, rest) : undefined;
    await (dense ? expandOnto(page, dense, filter) : this.expandUnstoredSeries(page, filter));
    return page.items;
  }

  private async expandUnstoredSeries(page: OccurrencePage, filter: CheckedFilter): Promise<void> {
    let afterId: string | undefined = '';
    for (let batchNumber = 0; afterId !== undefined; batchNumber++) {
      const batch = await this.unstoredSeries.read(narrow(filter, page), batchNumber, afterId);
      await expandOnto(page, batch.series, filter);
      afterId = batch.nextAfterId;
    }
  }
}

async function expandOnto(
  page: OccurrencePage,
  allSeries: readonly UnstoredSeries[],
  filter: CheckedFilter,
): Promise<void> {
  const start = { from: filter.window.from, earliestStart: filter.after?.start };
  const to = toEpochSeconds(filter.toAt);
  let sliceEndsAt = performance.now() + EXPANSION_SLICE_MS;
  for (const [index, series] of allSeries.entries()) {
    if (index % SERIES_PER_CLOCK_READ === 0 && performance.now() > sliceEndsAt) {
      await setImmediate();
      sliceEndsAt = performance.now() + EXPANSION_SLICE_MS;
    }
    insertUnstored(page, series, { ...start, to: Math.min(to, page.startsBefore ?? to) }, filter);
  }
}

/** Inserts the occurrences of a window that are not in the table into the page, until the page needs no later ones. */
function insertUnstored(
  page: OccurrencePage,
  { eventId, series, storedFrom, storedUntil }: UnstoredSeries,
  window: Window,
  { limit, after }: CheckedFilter,
): void {
  // One occurrence of the series can start with the key of the page and lie before it.
  for (const { start, end } of expand(series, window, { limit: after ? limit + 1 : limit })) {
    const found = { eventId, start, end, recurrence: start, isOverride: false };
    const isInTable = end >= storedFrom && start < storedUntil;
    const isBefore = after !== undefined && compareKeys(found, after) <= 0;
    if (!isInTable && !isBefore && !page.insert(found)) return;
  }
}

/** The part of the window whose occurrences can still enter the page. */
function narrow(filter: CheckedFilter, { startsBefore }: OccurrencePage): CheckedFilter {
  if (startsBefore === undefined || startsBefore >= toEpochSeconds(filter.toAt)) return filter;
  return { ...filter, toAt: toDate(startsBefore), window: { ...filter.window, to: startsBefore } };
}
