import { earliestInstant } from '@almanac/entities';
import { type EpochSeconds } from '@almanac/recurrence';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ReadConnections } from '../database/read-connections';
import { SeriesCache } from '../events/series-cache';
import { DenseOccurrences, type DenseSeries } from './dense-occurrences';
import { epochSecondsOf, PARTLY_STORED_SERIES_JSON, type PartlyStoredSeriesRow } from './series-rows';

/** With more dense series than this, none is cached. Then each page reads the dense series whose time index matches its window. */
const MAX_SERIES = 2_000;
/** Maximum cache entries: one for the current dense series, and one for the older state that a delayed replica still has. */
const MAX_ENTRIES = 2;

interface DenseSeriesRow extends PartlyStoredSeriesRow {
  tagKeys: string[];
  firstStart: EpochSeconds;
  lastEnd: EpochSeconds;
}

/** All dense series; only some of them if there are too many to cache. */
interface DenseSeriesResult {
  /** Null when there are too many to cache. */
  digest: string | null;
  series: DenseSeriesRow[];
}

/**
 * SQL: columns of at most {@link MAX_SERIES} + 1 dense series. None of their occurrences are stored, so their `materialized_until_at` is
 * `earliestInstant`.
 */
function selectDense(columns: string): string {
  return `select ${columns} from calendar.events e
    where e.recurrence is not null and e.status <> 'cancelled' and e.first_start_at is not null
      and e.materialized_until_at = '${earliestInstant.toISOString()}' limit ${MAX_SERIES + 1}`;
}

/** SQL: a digest of the ids and revisions of dense series; null when there are too many series to cache. */
const DIGEST = `case when count(*) <= ${MAX_SERIES} then
  count(*) || ' ' || coalesce(sum(hash_record_extended(row(e.id, e.revision), 0)), 0) end`;

/** SQL: the current digest of the dense series. */
export const DENSE_DIGEST = `(select ${DIGEST} from (${selectDense('e.id, e.revision')}) as e)`;

const DENSE_SERIES = {
  name: 'dense_series',
  text: `with dense as materialized (${selectDense('e.*')})
    select (select ${DIGEST} from dense e) as digest, (select coalesce(json_agg(json_build_object(
      ${PARTLY_STORED_SERIES_JSON}, 'tagKeys', e.tag_keys,
      'firstStart', ${epochSecondsOf('e.first_start_at')},
      'lastEnd', ${epochSecondsOf('e.last_end_at')})), '[]') from dense e) as series`,
};

/**
 * Caches the dense series by their digest, because nearly every page of occurrences needs them. The statement that reads a page also
 * returns the current digest. So each page contains every change that the database had when the page was read, whichever process made it.
 */
@Injectable()
export class DenseSeriesCache {
  private readonly byDigest = new LRUCache<string, DenseOccurrences>({ max: MAX_ENTRIES });

  constructor(
    private readonly database: ReadConnections,
    private readonly series: SeriesCache,
  ) {}

  /**
   * All dense series.
   * @param digest the digest that the page's statement returned
   * @returns undefined when there are too many to cache, or when they changed since that statement
   */
  async find(digest: string | null): Promise<DenseOccurrences | undefined> {
    return digest === null ? undefined : (this.byDigest.get(digest) ?? this.read(digest));
  }

  private async read(expected: string): Promise<DenseOccurrences | undefined> {
    const { digest, series } = await this.database.row<DenseSeriesResult>(DENSE_SERIES, []);
    if (digest === null) return undefined;
    const read = new DenseOccurrences(series.map((row) => this.toDenseSeries(row)));
    this.byDigest.set(digest, read);
    return digest === expected ? read : undefined;
  }

  private toDenseSeries(row: DenseSeriesRow): DenseSeries {
    const { id, storedFrom, storedUntil, tagKeys, firstStart, lastEnd } = row;
    return {
      eventId: id,
      series: this.series.computeUncached(row),
      storedFrom,
      storedUntil,
      tagKeys,
      firstStart,
      lastEnd,
    };
  }
}
