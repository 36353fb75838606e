import { type RsvpResponse, type RsvpSettings, type RsvpState } from '@almanac/entities';
import { type RsvpReply } from '@almanac/validation';
import { refusedPlaces, RsvpRefusal } from './refusal';
import { type RsvpOccurrence } from './rsvp-occurrence';

/** An answer as a client sends it. */
export interface Reply {
  answer: RsvpReply;
  partySize: number;
}

/**
 * Checks that an occurrence takes an answer now.
 * @param now in seconds
 * @throws RsvpRefusal when the occurrence takes no answers, or not this one
 */
export function assertOpen(occurrence: RsvpOccurrence, { isOpen }: RsvpSettings, reply: Reply, now: number): void {
  if (occurrence.status === 'cancelled') {
    throw new RsvpRefusal('The event does not take place.', { reason: 'cancelled' });
  }
  if (occurrence.start <= now) {
    throw new RsvpRefusal('The event has begun: answers can no longer change.', { reason: 'begun' });
  }
  if (!isOpen && reply.answer !== 'NO') {
    throw new RsvpRefusal('The event no longer takes answers.', { reason: 'closed' });
  }
}

/**
 * Checks the places of an answer. After the owner lowered a limit, a guest keeps the places, or gives some back.
 * @throws RsvpRefusal when the answer has more places than one answer may have
 */
export function assertPartySize(
  { answer, partySize }: Reply,
  settings: RsvpSettings,
  before: Pick<RsvpResponse, 'state' | 'partySize'> | undefined,
): void {
  if (answer === 'NO') return;
  if (before?.state === 'attending' && partySize <= before.partySize) return;
  const max = Math.min(settings.maxPartySize, settings.capacity ?? Infinity);
  if (partySize <= max) return;
  const message = max === 1 ? 'an answer has one place at most' : `an answer has ${max} places at most`;
  throw refusedPlaces(message, { reason: 'party-size', max });
}

/**
 * The state that a reply gets. If a guest with places requests more than are free, the reply is refused and does not wait, so the
 * guest keeps the present places.
 * @param taken places that all other answers hold
 * @throws RsvpRefusal when there are too few places and the answer cannot wait
 */
export function decideState(
  { answer, partySize }: Reply,
  before: Pick<RsvpResponse, 'state' | 'partySize'> | undefined,
  { capacity, hasWaitingList }: RsvpSettings,
  taken: number,
): RsvpState {
  if (answer === 'NO') return 'declined';
  if (answer === 'MAYBE') return 'maybe';
  const left = capacity === null ? Infinity : Math.max(0, capacity - taken);
  if (partySize <= left) return 'attending';
  if (before?.state === 'attending') {
    // After the owner lowered the capacity, a guest keeps the places, or gives some back.
    if (partySize <= before.partySize) return 'attending';
    throw refusalOfFull(left, before.partySize);
  }
  if (hasWaitingList) return 'waiting';
  throw refusalOfFull(left, 0);
}

function refusalOfFull(left: number, held: number): RsvpRefusal {
  const count = Math.max(left, held);
  const message = count === 0 ? 'There are no places left.' : `There are only ${count} places left for you.`;
  return refusedPlaces(message, { reason: 'full', left: count });
}
