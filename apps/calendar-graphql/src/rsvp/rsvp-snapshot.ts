import type { RsvpResponse, RsvpState } from '@almanac/entities';
import { formatBasicUtc } from '@almanac/recurrence';
import { occurrenceIdOf, type RsvpOccurrence } from './rsvp-occurrence';

/** An answer in the payload of webhooks. */
export interface RsvpSnapshot {
  id: string;
  eventId: string;
  occurrenceId: string;
  ownerId: string;
  /** The recurrence start in UTC, e.g. `20260601T090000Z`; for a single event, its start. */
  recurrenceId: string;
  /** The user who answered while signed in; null if the guest answered only by a mailed link. */
  userId: string | null;
  name: string;
  email: string;
  state: RsvpState;
  partySize: number;
  updatedAt: Date;
}

/** An answer after a change, for the payload of webhooks. A removed answer has its last state and number of places. */
export function rsvpSnapshot({ event, recurrenceStart }: RsvpOccurrence, answer: RsvpResponse): RsvpSnapshot {
  const { id, userId, name, email, state, partySize, updatedAt } = answer;
  return {
    id,
    eventId: event.id,
    occurrenceId: occurrenceIdOf({ eventId: event.id, recurrenceStart }),
    ownerId: event.ownerId,
    recurrenceId: formatBasicUtc(recurrenceStart),
    userId,
    name,
    email,
    state,
    partySize,
    updatedAt,
  };
}
