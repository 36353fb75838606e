import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../database/read-database';
import { SeriesCache } from '../events/series-cache';
import { type CheckedFilter } from './filters';
import { findOpenSeries } from './open-series';
import { type OpenSeries, type OpenSeriesRow } from './series-rows';

export interface Round {
  series: OpenSeries[];
  /** Undefined when this was the last. */
  nextAfterId: string | undefined;
}

/**
 * A page is often full after few series, and then fewer are left to look at: the first rounds are small. Far from the
 * horizon every endless series is open.
 */
const ROUND_SIZES = [500, 2_000, 8_000, 20_000];

/** Reads the open series of a window that the occurrence table does not cover, round by round. */
@Injectable()
export class OpenSeriesReader {
  constructor(
    private readonly database: ReadDatabase,
    private readonly cache: SeriesCache,
  ) {}

  /** @param afterId where the round before said that this one begins; '' begins */
  async round(filter: CheckedFilter, number: number, afterId: string): Promise<Round> {
    const size = ROUND_SIZES[Math.min(number, ROUND_SIZES.length - 1)] ?? 0;
    const { series, nextAfterId } = await findOpenSeries(this.database, filter, { afterId, size });
    return { series: series.map((row) => this.open(row, number)), nextAfterId: nextAfterId ?? undefined };
  }

  /** Later rounds read more series than are worth keeping. */
  private open(row: OpenSeriesRow, number: number): OpenSeries {
    const series = number === 0 ? this.cache.of(row) : this.cache.restore(row);
    return { eventId: row.id, series, heldFrom: row.heldFrom, heldUntil: row.heldUntil };
  }
}
