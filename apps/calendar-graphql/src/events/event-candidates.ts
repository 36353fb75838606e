import { type ReadConnections } from '../database/read-connections';
import { type CheckedFilter } from '../occurrences/filters';
import { PARTLY_STORED_CONDITIONS } from '../occurrences/partly-stored-series';
import { rangesOfWindow } from '../occurrences/occurrence-ranges';
import { timeIndexOfWindow, timeIndexCondition } from './time-index';

/**
 * With more candidates than this, the caller does not select the events by the ids of the candidates. It reads all events in the order of
 * their start: many of them match, so the list is soon full. Each stored occurrence counts as a candidate, so one event can count several
 * times.
 */
const MAX_CANDIDATES = 1_000;

const TIME_INDEX_CONDITION = timeIndexCondition('e', { hours: '$4', weekdays: '$5', monthDays: '$6', months: '$7' });

/**
 * SQL: the ids of up to $3 events that satisfy `condition`, and whose time from the first start to the last end overlaps the window from
 * $1 to $2.
 */
function selectOverlapping(condition: string): string {
  return `(select e.id from calendar.events e
    where e.first_start_at < $2 and e.last_end_at >= $1 and ${condition} limit $3)`;
}

/**
 * SQL: events with stored occurrences in the window, series that are not stored for the whole window, and cancelled events, whose
 * occurrences `rangesOfWindow` leaves out. The last statement finds further cancelled events: those with an override in the
 * window.
 */
const CANDIDATES = [
  `(select event_id as id from (${rangesOfWindow()}) as stored)`,
  ...PARTLY_STORED_CONDITIONS.map((hasUnstoredPart) =>
    selectOverlapping(`e.recurrence is not null and ${hasUnstoredPart} and ${TIME_INDEX_CONDITION}`),
  ),
  selectOverlapping(`e.status = 'cancelled'`),
  `(select o.event_id from calendar.occurrence_overrides o
    where o.is_event_cancelled and not o.is_cancelled and o.start_at < $2 and o.end_at >= $1 limit $3)`,
];

/** SQL: the ids of the candidates, each once; null when there are more than {@link MAX_CANDIDATES} candidates. */
const CANDIDATE_IDS = `select
    case when count(*) <= ${MAX_CANDIDATES} then coalesce(json_agg(distinct id), '[]') end as ids
  from (${CANDIDATES.join(' union all ')}) as candidates`;

/**
 * The ids of all events that can have an occurrence in the window; null when there are more than 1,000 candidates. Without these ids, a
 * list would read all events of the calendar if fewer events match than its limit.
 */
export async function findCandidates(
  database: ReadConnections,
  { window, fromAt, toAt }: CheckedFilter,
): Promise<string[] | null> {
  const { hours, weekdays, monthDays, months } = timeIndexOfWindow(window);
  const values = [fromAt, toAt, MAX_CANDIDATES + 1, hours, weekdays, monthDays, months];
  return (await database.customPlanRow<{ ids: string[] | null }>(CANDIDATE_IDS, values)).ids;
}
