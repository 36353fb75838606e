import { type CalendarEvent, type RsvpState } from '@almanac/entities';
import { type EpochSeconds } from '@almanac/recurrence';
import { type EntityManager } from 'typeorm';
import { occurrenceKeyValues } from './response-rows';
import { type RsvpOccurrence } from './rsvp-occurrence';

/** For each state, the number of answers and of their places. `unanswered` counts the links that were mailed and are not used yet. */
export type StateCounts = Record<RsvpState, { answers: number; places: number }>;

/** An occurrence that has answers or unused links, and the counts of these. */
export interface AnsweredOccurrence {
  eventId: string;
  recurrenceStart: EpochSeconds;
  /** The start of the override if there is one, else the recurrence start. */
  start: EpochSeconds;
  isCancelled: boolean;
  counts: StateCounts;
}

interface CountedState {
  state: RsvpState;
  answers: number;
  places: number;
}

function countsOf(states: readonly CountedState[]): StateCounts {
  const none = () => ({ answers: 0, places: 0 });
  const counts = { unanswered: none(), attending: none(), waiting: none(), maybe: none(), declined: none() };
  for (const { state, answers, places } of states) counts[state] = { answers, places };
  return counts;
}

/** Counts the answers of an occurrence by their state. */
export async function countStates(
  manager: EntityManager,
  occurrence: Pick<RsvpOccurrence, 'event' | 'recurrenceStart'>,
): Promise<StateCounts> {
  const rows = await manager.query<CountedState[]>(
    `select state, count(*)::int as answers, sum(party_size)::int as places from calendar.rsvp_responses
     where event_id = $1 and recurrence_at = $2 group by state`,
    occurrenceKeyValues(occurrence),
  );
  return countsOf(rows);
}

/**
 * The first `limit` occurrences of an event that have answers or unused links (state `unanswered`), the latest start first.
 */
export async function findAnsweredWithCounts(
  manager: EntityManager,
  { id, status }: Pick<CalendarEvent, 'id' | 'status'>,
  limit: number,
): Promise<AnsweredOccurrence[]> {
  const rows = await manager.query<
    { recurrenceStart: number; start: number; isCancelled: boolean; states: CountedState[] }[]
  >(
    `with counted as (
       select recurrence_at, state, count(*)::int as answers, sum(party_size)::int as places
       from calendar.rsvp_responses where event_id = $1 group by recurrence_at, state
     )
     select extract(epoch from c.recurrence_at)::float8 as "recurrenceStart",
       extract(epoch from coalesce(o.start_at, c.recurrence_at))::float8 as start,
       coalesce(o.is_cancelled, false) as "isCancelled",
       jsonb_agg(jsonb_build_object('state', c.state, 'answers', c.answers, 'places', c.places)) as states
     from counted c
     left join calendar.occurrence_overrides o on o.event_id = $1 and o.recurrence_at = c.recurrence_at
     group by c.recurrence_at, o.start_at, o.is_cancelled
     order by coalesce(o.start_at, c.recurrence_at) desc, c.recurrence_at desc limit $2`,
    [id, limit],
  );
  return rows.map(({ recurrenceStart, start, isCancelled, states }) => ({
    eventId: id,
    recurrenceStart,
    start,
    isCancelled: isCancelled || status === 'cancelled',
    counts: countsOf(states),
  }));
}
