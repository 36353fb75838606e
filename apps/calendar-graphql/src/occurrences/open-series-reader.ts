import { type EpochSeconds, type Series } from '@almanac/recurrence';
import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../database/read-database';
import { Recent } from '../events/recent';
import { SeriesCache } from '../events/series-cache';
import { type CheckedFilter } from './filters';
import { findOpenSeries, type OpenSeriesRow } from './open-series';

/** A series of which the occurrence table does not hold everything in the window. */
export interface OpenSeries {
  eventId: string;
  series: Series;
  /** The table holds what ends at or after this and starts before the next. */
  heldFrom: EpochSeconds;
  heldUntil: EpochSeconds;
}

export interface Round {
  series: readonly OpenSeries[];
  /** Undefined when this was the last. */
  nextAfterId: string | undefined;
}

/**
 * A page is often full after few series, and then fewer are left to look at: the first rounds are small. Far from the
 * horizon every endless series is open.
 */
const ROUND_SIZES = [500, 2_000, 8_000, 20_000];
const KEPT_ROUNDS = 32;
const NONE: ReadonlyMap<string, OpenSeries[]> = new Map();

/**
 * Reads the open series of a window round by round. Near windows share their few dense series, so rounds that are all there
 * is are kept; the database tells by a digest which of them it is, and a change made by another process is seen at once.
 */
@Injectable()
export class OpenSeriesReader {
  private readonly known = new Recent<OpenSeries[]>(KEPT_ROUNDS);

  constructor(
    private readonly database: ReadDatabase,
    private readonly cache: SeriesCache,
  ) {}

  /** @param afterId where the round before said that this one begins; '' begins */
  async round(filter: CheckedFilter, number: number, afterId: string): Promise<Round> {
    const isFirst = afterId === '';
    // Held while the database is asked, since other requests may push a round out meanwhile.
    const known = isFirst ? this.known.all() : NONE;
    const size = ROUND_SIZES[Math.min(number, ROUND_SIZES.length - 1)] ?? 0;
    const found = await findOpenSeries(this.database, filter, { afterId, size, knownDigests: [...known.keys()] });
    const series = found.series?.map((row) => this.open(row, isFirst)) ?? known.get(found.digest) ?? [];
    if (isFirst && found.nextAfterId === null) this.known.set(found.digest, series);
    return { series, nextAfterId: found.nextAfterId ?? undefined };
  }

  /** Later rounds read more series than are worth keeping. */
  private open(row: OpenSeriesRow, isFirst: boolean): OpenSeries {
    const series = isFirst ? this.cache.of(row) : this.cache.restore(row);
    return { eventId: row.id, series, heldFrom: row.heldFrom, heldUntil: row.heldUntil };
  }
}
