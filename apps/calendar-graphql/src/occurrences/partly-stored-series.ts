import { type RowReader } from '../database/read-connections';
import { toDate, toEpochSeconds } from '@almanac/recurrence';
import { timeIndexOfWindow, timeIndexCondition } from '../events/time-index';
import { type CheckedFilter, pageStart } from './filters';
import { PARTLY_STORED_SERIES_JSON, type PartlyStoredSeriesRow } from './series-rows';

/** Describes the batch to read. */
export interface SeriesBatchRequest {
  /**
   * The batch contains running series (those that began before the window and have not ended) with ids greater than this one; ''
   * for the first batch.
   */
  afterId: string;
  /** The maximum number of running series in the batch. Series that begin inside the window do not count. */
  size: number;
}

/** The series of a batch. */
export interface SeriesBatch {
  series: PartlyStoredSeriesRow[];
  /** The `afterId` of the next batch; null if this is the last one. */
  nextAfterId: string | null;
}

const TIME_INDEX = { hours: '$6', weekdays: '$7', monthDays: '$8', months: '$9' };

/**
 * SQL: two conditions for series whose occurrences in the window from $1 to $2 are not all stored. The first: a part of the window lies
 * after the stored period. The second: a part lies before it, and none after it. They exclude each other, and each reads one range of an
 * index.
 */
export const PARTLY_STORED_CONDITIONS = [
  'e.materialized_until_at < $2',
  'e.materialized_from_at > $1 and e.materialized_until_at >= $2',
];

/** SQL: the statement of {@link findPartlyStoredSeries}. */
function statement({ hasCategories }: { hasCategories: boolean }): string {
  const select = (condition: string) => `select e.id from calendar.events e
    where e.recurrence is not null and e.status <> 'cancelled' and ${condition} and ${timeIndexCondition('e', TIME_INDEX)}
    ${hasCategories ? 'and e.tag_keys && $11::text[]' : ''}`;
  const running = PARTLY_STORED_CONDITIONS.map((condition) =>
    select(`${condition} and e.id > $4 and e.first_start_at < $10 and e.last_end_at >= $1`),
  );
  const beginning = select(
    `(e.materialized_until_at < $2 or e.materialized_from_at > $1) and $4 = '' and e.first_start_at >= $10 and e.first_start_at < $2`,
  );
  // Each series that begins inside the window has at least one occurrence in it, so a page never needs more than `limit` of these series.
  return `with partly_stored as materialized (
      (select id, true as is_running from (${running.join(' union all ')}) as running order by id limit $5)
      union all
      (select id, false from (${beginning} order by e.first_start_at, e.first_end_at, e.id limit $3) as beginning)
    )
    select case when count(*) filter (where is_running) = $5 then max(id) filter (where is_running) end as "nextAfterId",
      (select coalesce(json_agg(json_build_object(${PARTLY_STORED_SERIES_JSON})), '[]')
        from partly_stored join calendar.events e using (id)) as series
    from partly_stored`;
}

const WITHOUT_CATEGORIES = statement({ hasCategories: false });
const WITH_CATEGORIES = statement({ hasCategories: true });

/**
 * Reads one batch of the series to expand for a window: series that began before the window, in the order of their ids. The first batch
 * also contains the series that begin inside the window. The window begins at the {@link pageStart} of the filter. The statement is not
 * prepared, because the best index depends on the window.
 */
export async function findPartlyStoredSeries(
  database: RowReader,
  filter: CheckedFilter,
  { afterId, size }: SeriesBatchRequest,
): Promise<SeriesBatch> {
  const { window, toAt, limit, categories, after } = filter;
  const from = pageStart(filter);
  // The first occurrence of a series can start exactly at the start in the cursor. Its end or id then decides whether it is on the previous
  // page. Such a series is read with the running series, to which `limit` does not apply.
  const beginsAt = after && toEpochSeconds(from) === after.start ? toDate(after.start + 1) : from;
  const index = timeIndexOfWindow(after ? { ...window, from: toEpochSeconds(from) } : window);
  const { hours, weekdays, monthDays, months } = index;
  const values = [from, toAt, limit, afterId, size, hours, weekdays, monthDays, months, beginsAt];
  return categories === null
    ? database.customPlanRow<SeriesBatch>(WITHOUT_CATEGORIES, values)
    : database.customPlanRow<SeriesBatch>(WITH_CATEGORIES, [...values, categories]);
}
