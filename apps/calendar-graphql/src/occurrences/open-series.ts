import { type EpochSeconds } from '@almanac/recurrence';
import { type DataSource } from 'typeorm';
import { type StoredSeries } from '../events/series-cache';
import { type CheckedFilter } from './filters';

/** A series of which the occurrence table does not hold everything in the window. */
export interface OpenSeries extends StoredSeries {
  /** The table holds what ends at or after this and starts before the next. */
  heldFrom: EpochSeconds;
  heldUntil: EpochSeconds;
  /** Began before the window. */
  isRunning: boolean;
}

/** Series read at once; far windows, where every endless series is open, take several rounds. */
export const SERIES_BATCH = 20_000;

const COLUMNS = `e.id, e.revision::text, e.time_zone as "timeZone", e.recurrence, e.first_start_at < $1 as "isRunning",
  ${secondsOf('start_at')} as "startAt", ${secondsOf('end_at')} as "endAt",
  ${secondsOf('materialized_from_at')} as "heldFrom", ${secondsOf('materialized_until_at')} as "heldUntil"`;

function secondsOf(column: string): string {
  return `floor(extract(epoch from e.${column}))::bigint`;
}

/** $5 is the id after which the round begins. */
function statement(hasCategories: boolean): string {
  const isOpen = `e.recurrence is not null and e.status <> 'cancelled' and e.id > $4
    and (e.materialized_until_at < $2 or e.materialized_from_at > $1)
    ${hasCategories ? 'and e.tag_keys && $5::text[]' : ''}`;
  // Of series that begin inside the window, each contributes its first occurrence: more than a page of them is never needed.
  // As one JSON text, which is read several times faster than hundreds of rows.
  return `select json_agg(series) as series from ((select ${COLUMNS} from calendar.events e
      where ${isOpen} and e.first_start_at < $1 and e.last_end_at >= $1 order by e.id limit ${SERIES_BATCH})
    union all
    (select ${COLUMNS} from calendar.events e
      where ${isOpen} and e.first_start_at >= $1 and e.first_start_at < $2 and $4 = ''
      order by e.first_start_at, e.first_end_at, e.id limit $3)) as series`;
}

const withoutCategories = statement(false);
const withCategories = statement(true);

interface Round {
  series: OpenSeries[] | null;
}

/** One round of the series that have to be expanded for the window: those running at its beginning by their ids, the others at once. */
export async function findOpenSeries(
  dataSource: DataSource,
  { fromAt, toAt, limit, categories }: CheckedFilter,
  afterId: string,
): Promise<OpenSeries[]> {
  const [found] = await (categories === null
    ? dataSource.query<Round[]>(withoutCategories, [fromAt, toAt, limit, afterId])
    : dataSource.query<Round[]>(withCategories, [fromAt, toAt, limit, afterId, categories]));
  return found?.series ?? [];
}

/** Where the next round begins; undefined when this one was not full. */
export function nextRoundAfter(series: readonly OpenSeries[]): string | undefined {
  const running = series.filter(({ isRunning }) => isRunning);
  return running.length < SERIES_BATCH
    ? undefined
    : running
        .map(({ id }) => id)
        .sort()
        .at(-1);
}
