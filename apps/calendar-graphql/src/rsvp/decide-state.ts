import { type RsvpResponse, type RsvpSettings, type RsvpState } from '@almanac/entities';
import { type RsvpReply } from '@almanac/validation';
import { placesError, RsvpRefusal } from './refusal';
import { type RsvpOccurrence } from './rsvp-occurrence';

/** An answer as a client sends it. */
export interface ResponseInput {
  answer: RsvpReply;
  /** The number of places, including the place of the guest. */
  partySize: number;
}

/**
 * Checks that an occurrence accepts an answer now. While the owner has closed the event for answers, guests can still answer NO.
 * @param now in seconds since 1970
 * @throws RsvpRefusal when the occurrence is cancelled or has begun, and for YES and MAYBE when the event is closed
 */
export function assertOpen(
  occurrence: RsvpOccurrence,
  { isOpen }: RsvpSettings,
  input: ResponseInput,
  now: number,
): void {
  if (occurrence.status === 'cancelled') {
    throw new RsvpRefusal('The event does not take place.', { reason: 'cancelled' });
  }
  if (occurrence.start <= now) {
    throw new RsvpRefusal('The event has begun: answers can no longer change.', { reason: 'begun' });
  }
  if (!isOpen && input.answer !== 'NO') {
    throw new RsvpRefusal('The event no longer takes answers.', { reason: 'closed' });
  }
}

/** An answer that holds places, or waits for them. */
type Placed = Pick<RsvpResponse, 'partySize'> & { state: 'attending' | 'waiting' };

/**
 * Whether a guest who has places, or waits for them, requests no more than before. Such a guest may keep the places or the position, and
 * reduce the number of places, also after the owner lowered a limit or switched the waiting list off.
 */
function requestsNoMore(
  before: Pick<RsvpResponse, 'state' | 'partySize'> | undefined,
  partySize: number,
): before is Placed {
  return (before?.state === 'attending' || before?.state === 'waiting') && partySize <= before.partySize;
}

/**
 * Checks the number of places of an answer. A guest who requests no more than before may exceed a limit that the owner lowered.
 * @param before the previous answer of the guest; undefined without one
 * @throws RsvpRefusal when the answer has more places than one answer may have
 */
export function assertPartySize(
  { answer, partySize }: ResponseInput,
  settings: RsvpSettings,
  before: Pick<RsvpResponse, 'state' | 'partySize'> | undefined,
): void {
  if (answer === 'NO') return;
  if (requestsNoMore(before, partySize)) return;
  const max = Math.min(settings.maxPartySize, settings.capacity ?? Infinity);
  if (partySize <= max) return;
  const message = max === 1 ? 'an answer has one place at most' : `an answer has ${max} places at most`;
  throw placesError(message, { reason: 'party-size', max });
}

/**
 * The state of an answer after an input. If a guest who already has places requests further places, and too few are free, the input is
 * rejected. It is not put on the waiting list, because then the guest would lose the places they have.
 * @param before the previous answer of the guest; undefined without one
 * @param taken the number of places that all other answers hold
 * @throws RsvpRefusal when too few places are free, the guest requests more than before, and they have places or there is no waiting list
 */
export function decideState(
  { answer, partySize }: ResponseInput,
  before: Pick<RsvpResponse, 'state' | 'partySize'> | undefined,
  { capacity, hasWaitingList }: RsvpSettings,
  taken: number,
): RsvpState {
  if (answer === 'NO') return 'declined';
  if (answer === 'MAYBE') return 'maybe';
  const left = capacity === null ? Infinity : Math.max(0, capacity - taken);
  if (partySize <= left) return 'attending';
  if (requestsNoMore(before, partySize)) return before.state;
  if (before?.state === 'attending') throw fullRefusal(left, before.partySize);
  if (hasWaitingList) return 'waiting';
  throw fullRefusal(left, 0);
}

/**
 * @param left the number of places that other answers leave
 * @param held the number of places that the guest has already
 */
function fullRefusal(left: number, held: number): RsvpRefusal {
  const count = Math.max(left, held);
  return placesError(fullMessage(count), { reason: 'full', left: count });
}

function fullMessage(count: number): string {
  if (count === 0) return 'There are no places left.';
  return count === 1 ? 'There is only one place left for you.' : `There are only ${count} places left for you.`;
}
