import { RsvpResponse } from '@almanac/entities';
import { type EpochSeconds, toDate } from '@almanac/recurrence';
import { type EntityManager } from 'typeorm';
import { type RsvpOccurrence } from './rsvp-occurrence';

/** SQL: the columns of an answer, named as the properties of {@link RsvpResponse}. */
export const RESPONSE_COLUMNS = `id, event_id as "eventId", recurrence_at as "recurrenceAt", ends_at as "endsAt",
  user_id as "userId", email, email_key as "emailKey", name, state, party_size as "partySize",
  waiting_position as "waitingPosition", revision, created_at as "createdAt", updated_at as "updatedAt"`;

/** The id of the event and the recurrence start of an occurrence, as the values of two columns. */
export function occurrenceKeyValues({
  event,
  recurrenceStart,
}: Pick<RsvpOccurrence, 'event' | 'recurrenceStart'>): [string, Date] {
  return [event.id, toDate(recurrenceStart)];
}

/** The number of places that the answers to an occurrence hold. @param exceptId the id of an answer that does not count */
export async function countTaken(
  manager: EntityManager,
  occurrence: Pick<RsvpOccurrence, 'event' | 'recurrenceStart'>,
  exceptId: string | null = null,
): Promise<number> {
  const [row] = await manager.query<{ taken: string }[]>(
    `select coalesce(sum(party_size), 0) as taken from calendar.rsvp_responses
     where event_id = $1 and recurrence_at = $2 and state = 'attending' and id is distinct from $3::text`,
    [...occurrenceKeyValues(occurrence), exceptId],
  );
  return Number(row?.taken ?? 0);
}

/** Whether an event has at least `count` answers. A row with the state `unanswered` does not count: it is a mailed link, not an answer. */
export async function hasResponses(manager: EntityManager, eventId: string, count: number): Promise<boolean> {
  const rows = await manager.query<object[]>(
    `select 1 from calendar.rsvp_responses where event_id = $1 and state <> 'unanswered' offset $2 limit 1`,
    [eventId, count - 1],
  );
  return rows.length > 0;
}

/** The next position, after all positions in use. One sequence serves all waiting lists, so the positions of a list have gaps. */
export async function nextWaitingPosition(manager: EntityManager): Promise<string> {
  const [row] = await manager.query<{ position: string }[]>(
    `select nextval('calendar.rsvp_waiting_positions') as position`,
  );
  if (!row) throw new Error('A sequence returned no value.');
  return row.position;
}

/**
 * The recurrence starts of the occurrences of an event that have answers or unused links (state `unanswered`), ascending.
 * @param endingAfter leaves out the occurrences that end earlier; null for all
 */
export async function findRecurrenceStartsOfResponses(
  manager: EntityManager,
  eventId: string,
  endingAfter: Date | null,
): Promise<EpochSeconds[]> {
  const rows = await manager.query<{ start: string }[]>(
    `select distinct extract(epoch from recurrence_at)::bigint as start from calendar.rsvp_responses
     where event_id = $1 and ($2::timestamptz is null or ends_at > $2) order by start`,
    [eventId, endingAfter],
  );
  return rows.map(({ start }) => Number(start));
}

/** The answer with an id; undefined when there is none. */
export async function findResponse(manager: EntityManager, id: string): Promise<RsvpResponse | undefined> {
  return (await manager.findOneBy(RsvpResponse, { id })) ?? undefined;
}
