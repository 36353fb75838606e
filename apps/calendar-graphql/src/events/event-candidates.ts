import { type ReadDatabase } from '../database/read-database';
import { type CheckedFilter } from '../occurrences/filters';
import { OPEN } from '../occurrences/open-series';
import { rangesOfWindow } from '../occurrences/stored-occurrences';
import { timeIndexOfWindow, meetsTimeIndex } from './time-index';

/** With more than these in the window, going through events by their start soon fills a page. */
const FEW = 1_000;

const TIME_INDEX = meetsTimeIndex('e', { hours: '$4', weekdays: '$5', monthDays: '$6', months: '$7' });

function alive(condition: string): string {
  return `(select e.id from calendar.events e
    where e.first_start_at < $2 and e.last_end_at >= $1 and ${condition} limit $3)`;
}

/** Occurrences of cancelled events are in none of the indexes of the table: those events are all candidates. */
const CANDIDATES = [
  `(select event_id as id from (${rangesOfWindow()}) as stored)`,
  ...OPEN.map((isOpen) => alive(`e.recurrence is not null and ${isOpen} and ${TIME_INDEX}`)),
  alive(`e.status = 'cancelled'`),
];

const TEXT = `select case when count(*) <= ${FEW} then coalesce(json_agg(distinct id), '[]') end as ids
  from (${CANDIDATES.join(' union all ')}) as candidates`;

/**
 * All events that can have an occurrence in the window, if they are few: found by what lies in it, since by their start a page
 * that does not fill means reading every event there is. Null when they are many.
 */
export async function findFewCandidates(
  database: ReadDatabase,
  { window, fromAt, toAt }: CheckedFilter,
): Promise<string[] | null> {
  const { hours, weekdays, monthDays, months } = timeIndexOfWindow(window);
  const values = [fromAt, toAt, FEW + 1, hours, weekdays, monthDays, months];
  return (await database.plannedRow<{ ids: string[] | null }>(TEXT, values)).ids;
}
