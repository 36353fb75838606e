import { Injectable } from '@nestjs/common';
import { type RowReader } from '../database/read-connections';
import { SeriesCache } from '../events/series-cache';
import { type CheckedFilter } from './filters';
import { type PartlyStoredSeries, type PartlyStoredSeriesRow } from './series-rows';
import { findPartlyStoredSeries } from './partly-stored-series';

/** A batch of series whose occurrences in a window are not all stored. */
export interface PartlyStoredSeriesBatch {
  series: PartlyStoredSeries[];
  /** The `afterId` of the next batch; undefined if this is the last one. */
  nextAfterId: string | undefined;
}

interface BatchStart {
  /** From 0. */
  batchNumber: number;
  /** `nextAfterId` of the previous batch; '' for the first. */
  afterId: string;
}

/**
 * The maximum number of running series in each batch: series that began before the window and do not end before it. Series that begin in
 * the window do not count. The first batches are small, because a page of results is often full after a few series.
 */
const BATCH_SIZES = [500, 2_000, 8_000, 20_000];

/** Reads the series whose occurrences in a window are not all stored, batch by batch. */
@Injectable()
export class PartlyStoredSeriesReader {
  constructor(private readonly cache: SeriesCache) {}

  /** Reads one batch, with one statement. */
  async read(
    reader: RowReader,
    filter: CheckedFilter,
    { batchNumber, afterId }: BatchStart,
  ): Promise<PartlyStoredSeriesBatch> {
    const size = BATCH_SIZES[Math.min(batchNumber, BATCH_SIZES.length - 1)] ?? 0;
    const { series, nextAfterId } = await findPartlyStoredSeries(reader, filter, { afterId, size });
    return { series: series.map((row) => this.toSeries(row, batchNumber)), nextAfterId: nextAfterId ?? undefined };
  }

  /** Only the first batch uses the cache. Later batches would fill it with series that are used once. */
  private toSeries(row: PartlyStoredSeriesRow, batchNumber: number): PartlyStoredSeries {
    const series = batchNumber === 0 ? this.cache.of(row) : this.cache.computeUncached(row);
    return { eventId: row.id, series, storedFrom: row.storedFrom, storedUntil: row.storedUntil };
  }
}
