import { CalendarUser, type RsvpResponse, type RsvpState } from '@almanac/entities';
import { cancelUnsentMails, type RsvpCalendarEntry, type RsvpMailValues } from '@almanac/outbox';
import { CalendarGraphqlConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EntityManager } from 'typeorm';
import { type GuestMail, recordRsvpEvents } from '../outbox/calendar-outbox-events';
import { entryTimes, locationLine, titleOf, whenText } from './occurrence-text';
import type { RsvpOccurrence } from './rsvp-occurrence';
import { type RsvpSnapshot, rsvpSnapshot } from './rsvp-snapshot';
import { rsvpToken } from './rsvp-token';

/** The number of mails that are encrypted in one turn of the event loop. */
const MAILS_PER_TURN = 100;
/** In code points. Mails contain only the beginning of a longer description. */
const MAX_DESCRIPTION_LENGTH = 2_000;

/** The mail to a guest and the webhook event about an answer; one of them can be absent. */
export interface RsvpNotice {
  answer: RsvpResponse;
  /** The kind of the mail to the guest; no mail when absent. */
  kind?: RsvpMailValues['kind'];
  /** The kind of the webhook event; no event when absent. */
  change?: 'answered' | 'promoted' | 'removed';
  /** The answer before the change; undefined for a new one, and if the answer did not change. */
  before?: Pick<RsvpResponse, 'state' | 'partySize'>;
}

/** How a mail changes the entry in the guest's calendar (METHOD and PARTSTAT of iCalendar). */
type Entry = Pick<RsvpCalendarEntry, 'method' | 'participation'>;

/** Whether the calendar of a guest has an entry for an answer in this state. */
const holdsEntry = (state: RsvpState | undefined): boolean => state === 'attending' || state === 'maybe';

/** The change of the entry in the guest's calendar that a mail contains; null for a mail without a calendar entry. */
function entryOf({ kind, answer, before }: RsvpNotice): Entry | null {
  if (kind === 'cancelled' || kind === 'removed') {
    return holdsEntry(answer.state) ? { method: 'CANCEL', participation: 'DECLINED' } : null;
  }
  if (kind === 'link') return null;
  if (!holdsEntry(answer.state)) {
    return holdsEntry(before?.state) ? { method: 'CANCEL', participation: 'DECLINED' } : null;
  }
  return { method: 'REQUEST', participation: answer.state === 'attending' ? 'ACCEPTED' : 'TENTATIVE' };
}

/**
 * Whether a notice makes an unsent mail about a change of the event obsolete. A newer mail replaces the unsent one, and a removed answer
 * needs none. A mail of kind `link` replaces no mail, because a link neither names the change nor updates the guest's calendar.
 */
function outdatesUnsentMail({ kind, change }: RsvpNotice): boolean {
  return change === 'removed' || (kind !== undefined && kind !== 'link');
}

/** Records mails to guests and webhook events of answers, in the caller's transaction. */
@Injectable()
export class RsvpNotices {
  constructor(private readonly configuration: CalendarGraphqlConfiguration) {}

  /** The URL of the page on which a guest changes their answer. It works without a session. */
  linkOf({ id }: Pick<RsvpResponse, 'id'>): string {
    const { calendarUrl, encryptionKey } = this.configuration;
    return `${calendarUrl}/rsvp/${rsvpToken(id, encryptionKey)}`;
  }

  /** Records the mails and webhook events of notices about one occurrence, and drops unsent mails that the notices make obsolete. */
  async record(manager: EntityManager, occurrence: RsvpOccurrence, notices: readonly RsvpNotice[]): Promise<void> {
    if (notices.length === 0) return;
    const owner = await manager.findOneBy(CalendarUser, { id: occurrence.event.ownerId });
    const organizer = owner?.name ?? '';
    for (let index = 0; index < notices.length; index += MAILS_PER_TURN) {
      if (index > 0) await nextTurn();
      const batch = notices.slice(index, index + MAILS_PER_TURN);
      const outdated = batch.filter(outdatesUnsentMail).map(({ answer }) => answer.id);
      await cancelUnsentMails(manager, outdated);
      await recordRsvpEvents(manager, {
        mails: batch.flatMap((notice) => this.mailOf(occurrence, organizer, notice)),
        changes: batch.flatMap((notice) => changeOf(occurrence, notice)),
        encryptionKey: this.configuration.encryptionKey,
      });
    }
  }

  /** The mail of a notice, in an array; empty if the notice has none. */
  private mailOf(occurrence: RsvpOccurrence, organizer: string, notice: RsvpNotice): GuestMail[] {
    const { answer, kind } = notice;
    if (!kind) return [];
    const entry = entryOf(notice);
    const values: RsvpMailValues = {
      kind,
      title: titleOf(occurrence),
      when: { en: whenText(occurrence, 'en'), de: whenText(occurrence, 'de') },
      place: locationLine(occurrence),
      partySize: answer.partySize,
      url: this.linkOf(answer),
      entry: entry && { ...entry, ...entryValues(occurrence, answer), organizer },
    };
    const mail = { template: 'calendar-rsvp', to: answer.email, values } as const;
    // The outbox finds an unsent mail about a change by the id of the answer, when a later notice makes the mail obsolete.
    const replaceable = { answerId: answer.id, revision: sequenceOf(occurrence, answer) };
    return [kind === 'changed' ? { mail, replaceable } : { mail }];
  }
}

/** The values of the calendar entry. Its UID is the id of the answer, so that the entry stays the same if its occurrence moves. */
function entryValues(
  occurrence: RsvpOccurrence,
  answer: RsvpResponse,
): Omit<RsvpCalendarEntry, 'method' | 'participation' | 'organizer'> {
  const { event, information, isAllDay } = occurrence;
  const changedAt = answer.updatedAt > event.updatedAt ? answer.updatedAt : event.updatedAt;
  return {
    uid: answer.id,
    sequence: sequenceOf(occurrence, answer),
    ...entryTimes(occurrence),
    isAllDay,
    stamp: changedAt.toISOString(),
    description: beginningOf(information[0]?.description ?? null),
    guest: { name: answer.name, email: answer.email },
  };
}

/** The first {@link MAX_DESCRIPTION_LENGTH} code points of a description. */
function beginningOf(description: string | null): string | null {
  return description && [...description].slice(0, MAX_DESCRIPTION_LENGTH).join('');
}

/** The SEQUENCE of the calendar entry. It increases with each change of the event or of the answer. */
function sequenceOf({ event }: RsvpOccurrence, answer: RsvpResponse): number {
  return Number(event.revision) + Number(answer.revision);
}

/** The webhook event of a notice, in an array; empty if the notice has none. */
function changeOf(occurrence: RsvpOccurrence, { answer, change, before }: RsvpNotice) {
  if (!change) return [];
  const previous: Partial<RsvpSnapshot> = {
    ...(before && before.state !== answer.state && { state: before.state }),
    ...(before && before.partySize !== answer.partySize && { partySize: before.partySize }),
  };
  return [{ change, revision: answer.revision, snapshots: { current: rsvpSnapshot(occurrence, answer), previous } }];
}
