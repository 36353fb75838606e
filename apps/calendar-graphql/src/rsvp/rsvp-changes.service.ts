import {
  type CalendarEvent,
  type OccurrenceOverride,
  RsvpResponse,
  RsvpSettings,
  type RsvpState,
} from '@almanac/entities';
import { type RsvpMailValues } from '@almanac/outbox';
import { Clock } from '@almanac/platform';
import { type EpochSeconds, type Series, toDate, toEpochSeconds } from '@almanac/recurrence';
import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { type EntityManager, In, Not } from 'typeorm';
import { nextRevision } from '../events/owned-event';
import { SeriesCache } from '../events/series-cache';
import { findOverrides } from '../overrides/find-overrides';
import { assignInstances } from '../overrides/reassign-overrides';
import { findRecurrenceStartsOfResponses, occurrenceKeyValues } from './response-rows';
import { locationLine, titleOf } from './occurrence-text';
import { type RsvpNotice, RsvpNotices } from './rsvp-notices.service';
import { occurrenceOf, type RsvpOccurrence } from './rsvp-occurrence';
import { promoteWaiting, promotionOf } from './waiting-list';

/** Maps the recurrence starts of the old series to the new series. */
export type StartShift = (start: EpochSeconds) => EpochSeconds;

/** An event after a change. */
export interface ChangedEvent {
  event: CalendarEvent;
  /** The new series as if it had no overrides. */
  series: Series;
  /** For {@link assignInstances}, which finds the new occurrence of each answered occurrence. */
  shift: StartShift;
}

/** An answered occurrence before and after the change of its event. */
interface Move {
  before: RsvpOccurrence;
  /** Undefined if the answers are removed: the event no longer has the occurrence, or the occurrence {@link movesIntoPast}. */
  after: RsvpOccurrence | undefined;
}

/** Moves RSVP answers with the occurrences of a changed event, and mails the guests. The caller has locked the event. */
@Injectable()
export class RsvpChanges {
  constructor(
    private readonly cache: SeriesCache,
    private readonly notices: RsvpNotices,
    private readonly clock: Clock,
  ) {}

  /**
   * The occurrences of an event that have answers or unused links, by default without those that have ended. A link is unused until its
   * guest answers (state `unanswered`). Call this method before the change. If there are no such occurrences, it runs only one statement.
   */
  async findWithResponses(
    manager: EntityManager,
    event: CalendarEvent,
    { withEnded = false } = {},
  ): Promise<RsvpOccurrence[]> {
    const starts = await findRecurrenceStartsOfResponses(manager, event.id, withEnded ? null : this.clock.now());
    return starts.length === 0 ? [] : this.occurrencesAt(manager, event, this.cache.of(event), starts);
  }

  /** The occurrences from a recurrence start on that have answers or unused links, also if they have ended. Call it before the change. */
  async findWithResponsesFrom(
    manager: EntityManager,
    event: CalendarEvent,
    start: EpochSeconds,
  ): Promise<RsvpOccurrence[]> {
    const starts = await findRecurrenceStartsOfResponses(manager, event.id, null);
    const later = starts.filter((each) => each >= start);
    return later.length === 0 ? [] : this.occurrencesAt(manager, event, this.cache.of(event), later);
  }

  /**
   * The occurrence at a recurrence start if it has answers or unused links, also if it has ended. Call this method before the change.
   * @returns one occurrence or none
   */
  async findWithResponsesAt(
    manager: EntityManager,
    event: CalendarEvent,
    start: EpochSeconds,
  ): Promise<RsvpOccurrence[]> {
    const hasResponses = await manager.existsBy(RsvpResponse, { eventId: event.id, recurrenceAt: toDate(start) });
    return hasResponses ? this.occurrencesAt(manager, event, this.cache.of(event), [start]) : [];
  }

  /**
   * Moves the answers with their occurrences, and mails the guests about changed occurrences. Removes the answers to occurrences that the
   * event no longer has, see {@link removeResponses}. If such an occurrence has ended, there are no mails and webhook events for it. Guests
   * also get no mail about an occurrence whose old and new end are both in the past. Such an occurrence needs no statement of its own.
   * @param answered the occurrences before the change, from {@link findWithResponses}, {@link findWithResponsesFrom} or
   *   {@link findWithResponsesAt}
   */
  async applyEventChange(
    manager: EntityManager,
    answered: readonly RsvpOccurrence[],
    changed: ChangedEvent,
  ): Promise<void> {
    if (answered.length === 0) return;
    const moves = await this.movesOf(manager, answered, changed);
    const removed = moves.flatMap(({ before, after }) => (after ? [] : [before]));
    for (const occurrence of removed) {
      if (!this.hasEnded(occurrence)) await this.removeResponses(manager, occurrence);
    }
    await deleteResponses(
      manager,
      removed.filter((occurrence) => this.hasEnded(occurrence)),
    );
    await moveResponses(manager, moves);
    for (const { before, after } of moves) {
      const isOver = after && this.hasEnded(before) && this.hasEnded(after);
      const kind = after && !isOver ? kindOf(before, after) : undefined;
      if (after && kind) await this.notify(manager, after, kind);
      // While an occurrence is cancelled or has begun, the waiting list gets no places that become free. It gets them when the occurrence
      // is restored or moved into the future.
      if (after && (kind === 'restored' || this.hasBegun(before))) await this.promote(manager, after);
    }
  }

  /**
   * Removes the answers and unused links of an occurrence that no longer exists, and records a webhook event for each answer. Mails the
   * guests who did not decline, unless the occurrence was cancelled before.
   */
  async removeResponses(manager: EntityManager, occurrence: RsvpOccurrence): Promise<void> {
    const [eventId, recurrenceAt] = occurrenceKeyValues(occurrence);
    const where = { eventId, recurrenceAt, state: Not<RsvpState>('unanswered') };
    const answers = await manager.find(RsvpResponse, { where, order: { id: 'ASC' } });
    const updatedAt = this.clock.now();
    const isMailed = occurrence.status !== 'cancelled';
    const notices = answers.map((answer): RsvpNotice => ({
      answer: { ...answer, revision: nextRevision(answer), updatedAt },
      change: 'removed',
      ...(isMailed && answer.state !== 'declined' && { kind: 'cancelled' }),
    }));
    await this.notices.record(manager, occurrence, notices);
    await manager.delete(RsvpResponse, { eventId, recurrenceAt });
  }

  /** Copies the RSVP settings of an event, if it has any, to a new event. */
  async copySettings(manager: EntityManager, fromId: string, toId: string): Promise<void> {
    const settings = await manager.findOneBy(RsvpSettings, { eventId: fromId });
    if (settings) await manager.insert(RsvpSettings, { ...settings, eventId: toId });
  }

  private hasEnded({ end }: RsvpOccurrence): boolean {
    return end <= toEpochSeconds(this.clock.now());
  }

  private hasBegun({ start }: RsvpOccurrence): boolean {
    return start <= toEpochSeconds(this.clock.now());
  }

  /** Gives the waiting list the places that are free, unless the occurrence has begun or is cancelled. */
  private async promote(manager: EntityManager, occurrence: RsvpOccurrence): Promise<void> {
    if (occurrence.status === 'cancelled' || this.hasBegun(occurrence)) return;
    const settings = await manager.findOneBy(RsvpSettings, { eventId: occurrence.event.id });
    if (!settings) return;
    const promoted = await promoteWaiting(manager, occurrence, settings, this.clock.now());
    await this.notices.record(manager, occurrence, promoted.map(promotionOf));
  }

  /** Each answered occurrence before and after the change. */
  private async movesOf(
    manager: EntityManager,
    answered: readonly RsvpOccurrence[],
    { event, series, shift }: ChangedEvent,
  ): Promise<Move[]> {
    // If several occurrences become one, it keeps the answers to the first of them. So the occurrences that have not ended come first.
    const endedLast = [...answered].sort((one, other) => Number(this.hasEnded(one)) - Number(this.hasEnded(other)));
    const starts = endedLast.map(({ recurrenceStart }) => recurrenceStart);
    const instances = assignInstances(starts, series, shift);
    const occurrences = await this.occurrencesAt(manager, event, series, [...instances.values()]);
    const byStart = new Map(occurrences.map((occurrence) => [occurrence.recurrenceStart, occurrence]));
    const now = toEpochSeconds(this.clock.now());
    return endedLast.map((before) => {
      const start = instances.get(before.recurrenceStart);
      const after = start === undefined ? undefined : byStart.get(start);
      return { before, after: after && movesIntoPast(before, after, now) ? undefined : after };
    });
  }

  /** The occurrences of an event with these recurrence starts. */
  private async occurrencesAt(
    manager: EntityManager,
    event: CalendarEvent,
    series: Series,
    starts: readonly EpochSeconds[],
  ): Promise<RsvpOccurrence[]> {
    const overrides = event.overriddenAt.length > 0 ? await findOverrides(manager, event.id) : [];
    const byStart = new Map<EpochSeconds, OccurrenceOverride>(
      overrides.map((override) => [toEpochSeconds(override.recurrenceAt), override]),
    );
    return starts.map((start) => occurrenceOf(event, series, start, byStart.get(start)));
  }

  /** Mails all guests of an occurrence whose answer is `attending`, `waiting` or `maybe`. */
  private async notify(
    manager: EntityManager,
    occurrence: RsvpOccurrence,
    kind: RsvpMailValues['kind'],
  ): Promise<void> {
    const [eventId, recurrenceAt] = occurrenceKeyValues(occurrence);
    const where = { eventId, recurrenceAt, state: In(['attending', 'waiting', 'maybe']) };
    const answers = await manager.find(RsvpResponse, { where, order: { id: 'ASC' } });
    const notices = answers.map((answer): RsvpNotice => ({ answer, kind }));
    await this.notices.record(manager, occurrence, notices);
  }
}

/** Deletes the answers and unused links of occurrences of one event, without mails and webhook events. */
async function deleteResponses(manager: EntityManager, occurrences: readonly RsvpOccurrence[]): Promise<void> {
  const [first] = occurrences;
  if (!first) return;
  await manager.query(
    'delete from calendar.rsvp_responses where event_id = $1 and recurrence_at = any($2::timestamptz[])',
    [first.event.id, occurrences.map(({ recurrenceStart }) => toDate(recurrenceStart))],
  );
}

/**
 * Moves the answers with one statement, so that two occurrences can exchange their starts. The SEQUENCE of a guest's calendar entry is the
 * sum of the revisions of event and answer. A new event begins with revision 1. So an answer that moves to it adds the revision of the old
 * event to its own: programs ignore an entry whose SEQUENCE decreases (RFC 5546 §2.1.5).
 */
async function moveResponses(manager: EntityManager, moves: readonly Move[]): Promise<void> {
  const moved = moves.flatMap(({ before, after }) => (after && hasMoved(before, after) ? [{ before, after }] : []));
  const [first] = moved;
  if (!first) return;
  await manager.query(
    `update calendar.rsvp_responses a set event_id = $2, recurrence_at = m.new, ends_at = m.ends, revision = a.revision + $6::bigint
     from unnest($3::timestamptz[], $4::timestamptz[], $5::timestamptz[]) as m (old, new, ends)
     where a.event_id = $1 and a.recurrence_at = m.old`,
    [
      first.before.event.id,
      first.after.event.id,
      moved.map(({ before }) => toDate(before.recurrenceStart)),
      moved.map(({ after }) => toDate(after.recurrenceStart)),
      moved.map(({ after }) => toDate(after.end)),
      first.before.event.id === first.after.event.id ? 0 : first.before.event.revision,
    ],
  );
}

/**
 * Whether an occurrence that has not ended becomes another occurrence of a series, which has ended. Its answers are removed instead,
 * because guests can no longer come.
 */
function movesIntoPast(before: RsvpOccurrence, after: RsvpOccurrence, now: EpochSeconds): boolean {
  const isSeries = before.series.recurrence !== null || after.series.recurrence !== null;
  return isSeries && before.recurrenceStart !== after.recurrenceStart && before.end > now && after.end <= now;
}

function hasMoved(before: RsvpOccurrence, after: RsvpOccurrence): boolean {
  return (
    before.event.id !== after.event.id || before.recurrenceStart !== after.recurrenceStart || before.end !== after.end
  );
}

/** The kind of the mail about a change; undefined if nothing changed that the mail shows. */
function kindOf(before: RsvpOccurrence, after: RsvpOccurrence): RsvpMailValues['kind'] | undefined {
  const [wasCancelled, isCancelled] = [before, after].map(({ status }) => status === 'cancelled');
  if (isCancelled) return wasCancelled ? undefined : 'cancelled';
  if (wasCancelled) return 'restored';
  const shown = (occurrence: RsvpOccurrence) => ({
    times: [occurrence.start, occurrence.end, occurrence.series.zone.name, occurrence.isAllDay],
    title: titleOf(occurrence),
    place: locationLine(occurrence),
  });
  return isDeepStrictEqual(shown(before), shown(after)) ? undefined : 'changed';
}
