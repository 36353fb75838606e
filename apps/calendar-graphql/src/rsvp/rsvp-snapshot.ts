import type { RsvpResponse, RsvpState } from '@almanac/entities';
import { formatBasicUtc } from '@almanac/recurrence';
import { occurrenceIdOf, type RsvpOccurrence } from './rsvp-occurrence';

/** An answer in the payload of webhooks. */
export interface RsvpSnapshot {
  id: string;
  eventId: string;
  occurrenceId: string;
  ownerId: string;
  /** The start that the series gives the occurrence, as `20260601T090000Z`. */
  recurrenceId: string;
  /** The user who answered with a session; null for guests. */
  userId: string | null;
  name: string;
  email: string;
  state: RsvpState;
  partySize: number;
  updatedAt: Date;
}

/** The answer to an occurrence as it is now. */
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
