import { CalendarUser, createObjectId, RsvpResponse, RsvpSettings } from '@almanac/entities';
import { NoPermissionError, NotFoundError } from '@almanac/errors';
import { Clock } from '@almanac/platform';
import { toDate, toEpochSeconds } from '@almanac/recurrence';
import { type RsvpGuestDto } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { DataSource, type EntityManager } from 'typeorm';
import { type Viewer } from '../accounts/viewer';
import { nextRevision } from '../events/owned-event';
import { SeriesCache } from '../events/series-cache';
import { isObjectId } from '../graphql/object-id';
import { type OccurrenceId } from '../overrides/override-input';
import { countTaken, findResponse, hasResponses, nextWaitingPosition, occurrenceKeyValues } from './response-rows';
import { assertOpen, assertPartySize, decideState, type ResponseInput } from './decide-state';
import { RsvpRefusal } from './refusal';
import { type RsvpNotice, RsvpNotices } from './rsvp-notices.service';
import { findOccurrence, lockEvent, type RsvpOccurrence } from './rsvp-occurrence';
import { promoteWaiting, promotionOf } from './waiting-list';

/** The maximum number of answers to all occurrences of one event together. */
const MAX_ANSWERS = 10_000;

/**
 * A guest who answers, or requests the link by which they can answer. Before an answer is stored, a session or a mailed link proves the
 * address.
 */
interface Guest {
  /** The user of the session, or of the stored answer; null for a guest who has never answered with a session. */
  userId: string | null;
  /** `email` and `name`: with a session, those of the account; by a mailed link, those of the answer; for a new link, those requested. */
  email: string;
  name: string;
}

/** An answer and its occurrence. */
export interface StoredResponse {
  occurrence: RsvpOccurrence;
  answer: RsvpResponse;
}

/** An occurrence whose event is locked, and the answer of one e-mail address; undefined when the address has none. */
interface LockedOccurrence {
  occurrence: RsvpOccurrence;
  settings: RsvpSettings;
  answer: RsvpResponse | undefined;
}

/** Stores and removes RSVP answers. Each operation is a transaction that locks the event; `promote` runs in the caller's transaction. */
@Injectable()
export class RsvpService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly cache: SeriesCache,
    private readonly notices: RsvpNotices,
  ) {}

  /**
   * Stores the answer of a signed-in user.
   * @throws NotFoundError when there is no such occurrence, or `setRsvp` was never called for its event
   * @throws RsvpRefusal when the occurrence does not accept this answer
   */
  answer({ userId }: Viewer, id: OccurrenceId, input: ResponseInput): Promise<StoredResponse> {
    return this.dataSource.transaction(async (manager) => {
      const { email, name } = await manager.findOneByOrFail(CalendarUser, { id: userId });
      const locked = await this.lock(manager, id, email);
      return this.store(manager, locked, { userId, email, name }, input);
    });
  }

  /** Stores an answer by a mailed link. Throws the errors of {@link answer}, and NotFoundError when the answer was removed. */
  answerByLink(answerId: string, input: ResponseInput): Promise<StoredResponse> {
    return this.dataSource.transaction(async (manager) => {
      const { eventId, recurrenceAt, userId, email, name } = await this.lockResponse(manager, answerId);
      const locked = await this.lock(manager, { eventId, recurrenceStart: toEpochSeconds(recurrenceAt) }, email);
      return this.store(manager, locked, { userId, email, name }, input);
    });
  }

  /**
   * Mails a link by which a guest answers. If the address already has a link, the same link is mailed again. If it is unused, its lifetime
   * begins again, as for a new link.
   * @throws NotFoundError when there is no such occurrence, or `setRsvp` was never called for its event
   * @throws RsvpRefusal when the occurrence does not accept the answer YES now
   */
  requestLink(id: OccurrenceId, { email, name }: RsvpGuestDto): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      const { occurrence, settings, answer } = await this.lock(manager, id, email);
      const now = this.clock.now();
      // YES, because an event that is closed for answers still accepts NO.
      assertOpen(occurrence, settings, { answer: 'YES', partySize: 1 }, toEpochSeconds(now));
      const known = answer ?? this.newResponse(occurrence, { userId: null, email, name }, now);
      // Before the guest has answered, the name of the latest request counts, because another person may have sent the first one.
      const linked = known.state === 'unanswered' ? { ...known, name } : known;
      if (linked.state === 'unanswered') await renewLink(manager, linked, now);
      await this.notices.record(manager, occurrence, [{ answer: linked, kind: 'link' }]);
    });
  }

  /**
   * Removes an answer, and gives its places to the waiting list. If the owner of the event removes it, the guest gets a mail, unless they
   * declined or never answered.
   * @throws NotFoundError when there is no such answer
   * @throws NoPermissionError unless the actor is the owner of the event or the guest
   */
  remove(actor: Viewer, answerId: string): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      const { eventId, recurrenceAt, email } = await this.lockResponse(manager, answerId);
      const id = { eventId, recurrenceStart: toEpochSeconds(recurrenceAt) };
      const { occurrence, settings, answer } = await this.lock(manager, id, email);
      if (!answer) throw notFound();
      const isOwner = occurrence.event.ownerId === actor.userId;
      if (!isOwner && answer.userId !== actor.userId) {
        throw new NoPermissionError('This is the answer of another guest.');
      }
      await manager.delete(RsvpResponse, { id: answer.id });
      const now = this.clock.now();
      const removed = { ...answer, revision: nextRevision(answer), updatedAt: now };
      const isAnswered = answer.state !== 'unanswered';
      const needsMail = isOwner && isAnswered && answer.state !== 'declined';
      const notice: RsvpNotice = {
        answer: removed,
        ...(isAnswered && { change: 'removed' }),
        ...(needsMail && { kind: 'removed' }),
      };
      await this.notices.record(manager, occurrence, [notice, ...(await this.promote(manager, occurrence, settings))]);
    });
  }

  /**
   * Gives free places of an occurrence to its waiting list, unless the occurrence has begun or is cancelled.
   * @returns the notices, which the caller records
   */
  async promote(manager: EntityManager, occurrence: RsvpOccurrence, settings: RsvpSettings): Promise<RsvpNotice[]> {
    const now = this.clock.now();
    if (occurrence.status === 'cancelled' || occurrence.start <= toEpochSeconds(now)) return [];
    const promoted = await promoteWaiting(manager, occurrence, settings, now);
    return promoted.map(promotionOf);
  }

  /** Locks the event of an occurrence. Throws the errors of {@link requestLink} except RsvpRefusal. */
  private async lock(manager: EntityManager, id: OccurrenceId, email: string): Promise<LockedOccurrence> {
    const event = await lockEvent(manager, id.eventId);
    const occurrence = await findOccurrence(manager, this.cache, event, id.recurrenceStart);
    const settings = await manager.findOneBy(RsvpSettings, { eventId: event.id });
    if (!settings) throw new NotFoundError('The event takes no answers.');
    const [eventId, recurrenceAt] = occurrenceKeyValues(occurrence);
    const answer = await manager.findOneBy(RsvpResponse, { eventId, recurrenceAt, emailKey: email.toLowerCase() });
    return { occurrence, settings, answer: answer ?? undefined };
  }

  /**
   * Locks the event of an answer, and returns the answer. A split of the series can move the answer to another event before the lock. Then
   * the function locks that event, too.
   */
  private async lockResponse(manager: EntityManager, answerId: string): Promise<RsvpResponse> {
    const { eventId } = await requireResponse(manager, answerId);
    await lockEvent(manager, eventId);
    const locked = await requireResponse(manager, answerId);
    return locked.eventId === eventId ? locked : this.lockResponse(manager, answerId);
  }

  /**
   * Stores an answer and records its notices. Places that become free go to the waiting list, with notices too. Throws the errors of
   * {@link answer}.
   */
  private async store(
    manager: EntityManager,
    { occurrence, settings, answer: before }: LockedOccurrence,
    guest: Guest,
    input: ResponseInput,
  ): Promise<StoredResponse> {
    const now = this.clock.now();
    assertOpen(occurrence, settings, input, toEpochSeconds(now));
    assertPartySize(input, settings, before);
    const isNew = !before || before.state === 'unanswered';
    if (isNew && (await hasResponses(manager, occurrence.event.id, MAX_ANSWERS))) {
      throw new RsvpRefusal('The event has too many answers.', { reason: 'too-many-answers' });
    }
    const taken = await countTaken(manager, occurrence, before?.id);
    const state = decideState(input, before, settings, taken);
    const partySize = state === 'declined' ? 1 : input.partySize;
    if (before?.state === state && before.partySize === partySize) {
      return { occurrence, answer: await assignGuest(manager, before, guest) };
    }
    const known = before ?? this.newResponse(occurrence, guest, now);
    const answer: RsvpResponse = {
      ...known,
      ...guest,
      state,
      partySize,
      waitingPosition: state === 'waiting' ? await this.positionOf(manager, before, partySize) : null,
      revision: nextRevision(known),
      updatedAt: now,
    };
    // Not an update: scheduler-worker can have removed the unused link since it was read.
    await manager.upsert(RsvpResponse, answer, ['id']);
    const notice: RsvpNotice = { answer, change: 'answered', ...kindOf(answer, before), ...(!isNew && { before }) };
    const promoted = before?.state === 'attending' ? await this.promote(manager, occurrence, settings) : [];
    await this.notices.record(manager, occurrence, [notice, ...promoted]);
    return { occurrence, answer };
  }

  /** The waiting position of an answer. A waiting answer keeps its position unless it requests more places. */
  private async positionOf(
    manager: EntityManager,
    before: RsvpResponse | undefined,
    partySize: number,
  ): Promise<string | null> {
    if (before?.state === 'waiting' && partySize <= before.partySize) return before.waitingPosition;
    return nextWaitingPosition(manager);
  }

  private newResponse({ event, recurrenceStart, end }: RsvpOccurrence, guest: Guest, now: Date): RsvpResponse {
    return Object.assign(new RsvpResponse(), {
      ...guest,
      id: createObjectId(),
      eventId: event.id,
      recurrenceAt: toDate(recurrenceStart),
      endsAt: toDate(end),
      emailKey: guest.email.toLowerCase(),
      state: 'unanswered' as const,
      partySize: 1,
      waitingPosition: null,
      revision: '0',
      createdAt: now,
      updatedAt: now,
    });
  }
}

/**
 * Stores an unused link with the time of its mail, because scheduler-worker removes unused links some days after their last mail. Inserts
 * the row if it is new, or if scheduler-worker has removed it since it was read.
 */
async function renewLink(manager: EntityManager, link: RsvpResponse, now: Date): Promise<void> {
  await manager.upsert(RsvpResponse, { ...link, updatedAt: now }, ['id']);
}

/**
 * Assigns an answer by a mailed link to the user who sends the same answer with a session, and gives it the name of their account. The
 * answer has the e-mail address of their account, and the session proves that the address is theirs.
 */
async function assignGuest(manager: EntityManager, answer: RsvpResponse, guest: Guest): Promise<RsvpResponse> {
  const { userId, email, name } = answer;
  if (isDeepStrictEqual(guest, { userId, email, name })) return answer;
  await manager.update(RsvpResponse, { id: answer.id }, guest);
  return { ...answer, ...guest };
}

/** The kind of the mail that confirms an answer; absent for a guest whose first answer is NO, because they get no mail. */
function kindOf({ state }: RsvpResponse, before: RsvpResponse | undefined): Pick<RsvpNotice, 'kind'> {
  const hadAnswered = before !== undefined && before.state !== 'unanswered';
  if (state === 'unanswered' || (state === 'declined' && !hadAnswered)) return {};
  return { kind: state };
}

function notFound(): NotFoundError {
  return new NotFoundError('There is no such answer.');
}

async function requireResponse(manager: EntityManager, id: string): Promise<RsvpResponse> {
  const answer = isObjectId(id) ? await findResponse(manager, id) : undefined;
  if (!answer) throw notFound();
  return answer;
}
