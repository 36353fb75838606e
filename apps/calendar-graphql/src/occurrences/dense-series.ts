import { earliestInstant } from '@almanac/entities';
import { type EpochSeconds, toEpochSeconds } from '@almanac/recurrence';
import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../database/read-database';
import { SeriesCache } from '../events/series-cache';
import { type CheckedFilter } from './filters';
import { OPEN_SERIES_MEMBERS, type OpenSeries, type OpenSeriesRow, secondsOf } from './series-rows';

/** With more of them, footprints have to sort out which are read at all. */
const MOST_KEPT = 2_000;

interface DenseSeriesRow extends OpenSeriesRow {
  tagKeys: string[];
  firstStart: EpochSeconds;
  lastEnd: EpochSeconds;
}

interface DenseSeries extends OpenSeries {
  tagKeys: readonly string[];
  /** Nothing of the series starts before the one and ends after the other. */
  firstStart: EpochSeconds;
  lastEnd: EpochSeconds;
}

interface Kept {
  digest: string;
  series: DenseSeries[];
}

/** The series of which the occurrence table holds nothing: one range of an index, which knows the columns of the digest. */
function dense(columns: string): string {
  return `select ${columns} from calendar.events e
    where e.recurrence is not null and e.status <> 'cancelled' and e.first_start_at is not null
      and e.materialized_until_at = '${earliestInstant.toISOString()}' limit ${MOST_KEPT + 1}`;
}

/** A series changes with its revision alone. Null when there are too many to be kept. */
const DIGEST = `case when count(*) <= ${MOST_KEPT} then
  count(*) || ' ' || coalesce(sum(hash_record_extended(row(e.id, e.revision), 0)), 0) end`;

/** SQL: tells whether the dense series are still the ones that were read. */
export const DENSE_DIGEST = `(select ${DIGEST} from (${dense('e.id, e.revision')}) as e)`;

const READ = {
  name: 'dense_series',
  text: `with dense as materialized (${dense('e.*')})
    select (select ${DIGEST} from dense e) as digest, (select coalesce(json_agg(json_build_object(
      ${OPEN_SERIES_MEMBERS}, 'tagKeys', e.tag_keys,
      'firstStart', ${secondsOf('e.first_start_at')}, 'lastEnd', ${secondsOf('e.last_end_at')})), '[]') from dense e) as series`,
};

/**
 * Keeps the dense series, which nearly every page has to expand. Each page's statement brings a digest of what they are
 * now, so that a change is seen at once, whichever process made it.
 */
@Injectable()
export class DenseSeriesKeeper {
  private kept: Kept | undefined;

  constructor(
    private readonly database: ReadDatabase,
    private readonly cache: SeriesCache,
  ) {}

  /** The dense series that a page can need; undefined when there are too many to keep. */
  async find(digest: string | null, { fromAt, toAt, categories }: CheckedFilter): Promise<OpenSeries[] | undefined> {
    if (digest === null) return undefined;
    const kept = this.kept?.digest === digest ? this.kept : await this.read();
    const [from, to] = [toEpochSeconds(fromAt), toEpochSeconds(toAt)];
    return kept?.series.filter(
      ({ firstStart, lastEnd, tagKeys }) =>
        firstStart < to && lastEnd >= from && (categories === null || tagKeys.some((key) => categories.includes(key))),
    );
  }

  private async read(): Promise<Kept | undefined> {
    const { digest, series } = await this.database.row<{ digest: string | null; series: DenseSeriesRow[] }>(READ, []);
    if (digest === null) return undefined;
    this.kept = { digest, series: series.map((row) => this.open(row)) };
    return this.kept;
  }

  private open(row: DenseSeriesRow): DenseSeries {
    const { id, heldFrom, heldUntil, tagKeys, firstStart, lastEnd } = row;
    return { eventId: id, series: this.cache.restore(row), heldFrom, heldUntil, tagKeys, firstStart, lastEnd };
  }
}
