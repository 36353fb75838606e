import { type RsvpState as StoredState } from '@almanac/entities';
import { formatUtc, toEpochSeconds } from '@almanac/recurrence';
import {
  type AnsweredOccurrence as AnsweredOutput,
  type Rsvp,
  type RsvpResponse,
  type RsvpCounts,
  type RsvpState,
} from '../generated/schema-types';
import { type AnsweredOccurrence, type StateCounts } from './response-counts';
import { occurrenceIdOf } from './rsvp-occurrence';
import { type ListedResponse, type RsvpOverview } from './rsvp-lists.service';

const STATES: Record<StoredState, RsvpState> = {
  unanswered: 'UNANSWERED',
  attending: 'ATTENDING',
  waiting: 'WAITING',
  maybe: 'MAYBE',
  declined: 'DECLINED',
};

/** The stored state for a state in GraphQL. */
export function storedStateOf(state: RsvpState): StoredState {
  const entries = Object.entries(STATES) as [StoredState, RsvpState][];
  const found = entries.find(([, name]) => name === state);
  if (!found) throw new TypeError(`"${state}" is not a state.`);
  return found[0];
}

/** The GraphQL type RsvpResponse. */
export function rsvpResponseOutput(answer: ListedResponse): RsvpResponse {
  const { id, eventId, recurrenceAt, name, email, state, partySize, position, updatedAt } = answer;
  return {
    id,
    occurrenceId: occurrenceIdOf({ eventId, recurrenceStart: toEpochSeconds(recurrenceAt) }),
    name,
    email,
    state: STATES[state],
    partySize,
    position,
    updatedAt: formatUtc(toEpochSeconds(updatedAt)),
  };
}

/** The GraphQL type Rsvp. @param calendarUrl the public URL of the calendar */
export function rsvpOutput({ occurrence, settings, isOpen, counts, answer }: RsvpOverview, calendarUrl: string): Rsvp {
  const { capacity, maxPartySize, hasWaitingList } = settings;
  const placesTaken = counts.attending.places;
  const occurrenceId = occurrenceIdOf({ eventId: occurrence.event.id, recurrenceStart: occurrence.recurrenceStart });
  return {
    occurrenceId,
    isOpen,
    capacity,
    maxPartySize,
    hasWaitingList,
    placesTaken,
    placesLeft: capacity === null ? null : Math.max(0, capacity - placesTaken),
    waiting: counts.waiting.answers,
    url: `${calendarUrl}/rsvp/occurrences/${occurrenceId}`,
    answer: answer && rsvpResponseOutput(answer),
  };
}

/** The GraphQL type RsvpCounts. */
export function countsOutput({ attending, waiting, maybe, declined, unanswered }: StateCounts): RsvpCounts {
  return {
    attending: attending.answers,
    attendingPlaces: attending.places,
    waiting: waiting.answers,
    waitingPlaces: waiting.places,
    maybe: maybe.answers,
    declined: declined.answers,
    unanswered: unanswered.answers,
  };
}

/** The GraphQL type AnsweredOccurrence. */
export function answeredOutput({ start, isCancelled, counts, ...id }: AnsweredOccurrence): AnsweredOutput {
  return { occurrenceId: occurrenceIdOf(id), start: formatUtc(start), isCancelled, counts: countsOutput(counts) };
}
