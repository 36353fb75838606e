import { type ReadDatabase } from '../database/read-database';
import { timeIndexOfWindow, meetsTimeIndex } from '../events/time-index';
import { type CheckedFilter } from './filters';
import { OPEN_SERIES_MEMBERS, type OpenSeriesRow } from './series-rows';

/** Which of the open series one statement reads. */
export interface RoundOfSeries {
  /** Of the series that run at the window's beginning, those with larger ids; '' begins. */
  afterId: string;
  /** Most of those that are read at once. */
  size: number;
}

export interface FoundRound {
  series: OpenSeriesRow[];
  /** Where the next round begins; null when this one was the last. */
  nextAfterId: string | null;
}

const TIME_INDEX = { hours: '$6', weekdays: '$7', monthDays: '$8', months: '$9' };

/** SQL: the two ways to be open in the window from $1 to $2, apart, so that each is one range of an index: what lies after what is held, or else before it. */
export const OPEN = ['e.materialized_until_at < $2', 'e.materialized_from_at > $1 and e.materialized_until_at >= $2'];

function statement(hasCategories: boolean): string {
  const open = (condition: string) => `select e.id from calendar.events e
    where e.recurrence is not null and e.status <> 'cancelled' and ${condition} and ${meetsTimeIndex('e', TIME_INDEX)}
    ${hasCategories ? 'and e.tag_keys && $10::text[]' : ''}`;
  const running = OPEN.map((isOpen) =>
    open(`${isOpen} and e.id > $4 and e.first_start_at < $1 and e.last_end_at >= $1`),
  );
  const beginning = open(
    `(e.materialized_until_at < $2 or e.materialized_from_at > $1) and $4 = '' and e.first_start_at >= $1 and e.first_start_at < $2`,
  );
  // Of series that begin inside the window, each contributes its first occurrence: more than a page of them is never needed.
  return `with open as materialized (
      (select id, true as is_running from (${running.join(' union all ')}) as running order by id limit $5)
      union all
      (select id, false from (${beginning} order by e.first_start_at, e.first_end_at, e.id limit $3) as beginning)
    )
    select case when count(*) filter (where is_running) = $5 then max(id) filter (where is_running) end as "nextAfterId",
      (select coalesce(json_agg(json_build_object(${OPEN_SERIES_MEMBERS})), '[]')
        from open join calendar.events e using (id)) as series
    from open`;
}

const WITHOUT_CATEGORIES = statement(false);
const WITH_CATEGORIES = statement(true);

/**
 * One round of the series that have to be expanded for the window: those running at its beginning by their ids, the others
 * with the first. Not prepared: which index is right depends on how far away the window is.
 */
export async function findOpenSeries(
  database: ReadDatabase,
  { window, fromAt, toAt, limit, categories }: CheckedFilter,
  { afterId, size }: RoundOfSeries,
): Promise<FoundRound> {
  const { hours, weekdays, monthDays, months } = timeIndexOfWindow(window);
  const values = [fromAt, toAt, limit, afterId, size, hours, weekdays, monthDays, months];
  return categories === null
    ? database.plannedRow<FoundRound>(WITHOUT_CATEGORIES, values)
    : database.plannedRow<FoundRound>(WITH_CATEGORIES, [...values, categories]);
}
