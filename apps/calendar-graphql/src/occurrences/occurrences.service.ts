import { toDate, toEpochSeconds } from '@almanac/recurrence';
import { Injectable } from '@nestjs/common';
import { ReadConnections, type RowReader } from '../database/read-connections';
import { DenseSeriesCache } from './dense-series-cache';
import { expandIntoPage } from './expand-into-page';
import { type CheckedFilter } from './filters';
import { type FoundOccurrence, OccurrencePage } from './occurrence-page';
import { containsAllButDense, findStoredOccurrences } from './stored-occurrences';
import { PartlyStoredSeriesReader } from './partly-stored-series-reader';

/** Finds pages of occurrences: merges stored occurrences with those that are computed, because they are not stored. */
@Injectable()
export class OccurrencesService {
  constructor(
    private readonly database: ReadConnections,
    private readonly denseSeries: DenseSeriesCache,
    private readonly partlyStoredSeries: PartlyStoredSeriesReader,
  ) {}

  /**
   * A page in the order of start, end, event id and RECURRENCE-ID. It takes one statement if the filter has no categories, the occurrences
   * of the page lie within the horizon, and the dense series are cached. If a dense series has changed, one more statement reads all dense
   * series. In all other cases, several statements in one read-only transaction read the page.
   */
  async list(filter: CheckedFilter): Promise<readonly FoundOccurrence[]> {
    const stored = filter.categories === null ? await this.findStored(this.database, filter) : undefined;
    if (stored?.isComplete) return stored.page.items;
    return this.database.snapshot(async (reader) => {
      const { page, isComplete } = await this.findStored(reader, filter);
      if (!isComplete) await this.expandPartlyStoredSeries(reader, page, filter);
      return page.items;
    });
  }

  /**
   * Reads the stored occurrences of a page. If all other occurrences in the window belong to dense series, and these can be cached, it also
   * inserts the occurrences of the dense series. Then the page is complete.
   */
  private async findStored(
    reader: RowReader,
    filter: CheckedFilter,
  ): Promise<{ page: OccurrencePage; isComplete: boolean }> {
    const { occurrences, bounds } = await findStoredOccurrences(reader, filter);
    const page = new OccurrencePage(occurrences, filter.limit);
    const remaining = narrowWindow(filter, page);
    const dense = containsAllButDense(bounds, remaining) ? await this.denseSeries.find(bounds.denseDigest) : undefined;
    await dense?.insertIntoPage(page, filter);
    return { page, isComplete: dense !== undefined };
  }

  /** Inserts the occurrences that are not stored, batch by batch. */
  private async expandPartlyStoredSeries(
    reader: RowReader,
    page: OccurrencePage,
    filter: CheckedFilter,
  ): Promise<void> {
    let afterId: string | undefined = '';
    for (let batchNumber = 0; afterId !== undefined; batchNumber++) {
      const batch = await this.partlyStoredSeries.read(reader, narrowWindow(filter, page), { batchNumber, afterId });
      await expandIntoPage(page, batch.series, filter);
      afterId = batch.nextAfterId;
    }
  }
}

/** The filter, with its window reduced to the part whose occurrences can still enter the page. */
function narrowWindow(filter: CheckedFilter, { startsBefore }: OccurrencePage): CheckedFilter {
  if (startsBefore === undefined || startsBefore >= toEpochSeconds(filter.toAt)) return filter;
  return { ...filter, toAt: toDate(startsBefore), window: { ...filter.window, to: startsBefore } };
}
