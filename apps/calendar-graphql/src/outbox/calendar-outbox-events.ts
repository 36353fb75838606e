import { createObjectId } from '@almanac/entities';
import {
  type Mail,
  MAIL_REQUESTED,
  type NewOutboxEvent,
  recordEvent,
  recordEvents,
  sealMail,
  type Snapshots,
} from '@almanac/outbox';
import { currentRequestId } from '@almanac/platform';
import { type EntityManager } from 'typeorm';
import { type EventSnapshot } from '../events/event-snapshot';
import { type OccurrenceSnapshot } from '../overrides/occurrence-snapshot';
import { type RsvpSnapshot } from '../rsvp/rsvp-snapshot';

/**
 * Records a mail in the caller's transaction; scheduler-worker sends it. The values of the mail are encrypted, because they can contain a
 * secret, e.g. that of a sign-in link.
 */
export async function recordMail(manager: EntityManager, mail: Mail, encryptionKey: string): Promise<void> {
  await recordEvent(manager, {
    subjectType: 'mail',
    subjectId: createObjectId(),
    revision: 1,
    event: MAIL_REQUESTED,
    payload: sealMail(mail, encryptionKey),
    requestId: currentRequestId(),
  });
}

/** Records a change of an event in the caller's transaction; scheduler-worker delivers it to webhooks. */
export async function recordEventChange(
  manager: EntityManager,
  change: 'updated' | 'cancelled',
  revision: string,
  snapshots: Snapshots<EventSnapshot> & { current: EventSnapshot },
): Promise<void> {
  await recordEvent(manager, {
    subjectType: 'calendar.event',
    subjectId: snapshots.current.id,
    revision,
    event: `calendar.event.${change}`,
    payload: snapshots,
    requestId: currentRequestId(),
  });
}

/** Records the creation of events with one statement, in the caller's transaction. */
export async function recordCreatedEvents(
  manager: EntityManager,
  created: readonly { revision: string; current: EventSnapshot }[],
): Promise<void> {
  const requestId = currentRequestId();
  await recordEvents(
    manager,
    created.map(({ revision, current }): NewOutboxEvent => ({
      subjectType: 'calendar.event',
      subjectId: current.id,
      revision,
      event: 'calendar.event.created',
      payload: { current, previous: {} },
      requestId,
    })),
  );
}

/** A change of one occurrence, for webhooks. */
export interface OccurrenceChange {
  change: 'changed' | 'cancelled' | 'restored';
  /** The revision of the event. */
  revision: string;
  snapshots: Snapshots<OccurrenceSnapshot> & { current: OccurrenceSnapshot };
}

/** Records changes of occurrences with one statement, in the caller's transaction. */
export async function recordOccurrenceChanges(
  manager: EntityManager,
  changes: readonly OccurrenceChange[],
): Promise<void> {
  const requestId = currentRequestId();
  await recordEvents(
    manager,
    changes.map(({ change, revision, snapshots }): NewOutboxEvent => ({
      subjectType: 'calendar.occurrence',
      subjectId: snapshots.current.id,
      revision,
      event: `calendar.occurrence.${change}`,
      payload: snapshots,
      requestId,
    })),
  );
}

/** A change of an RSVP answer, for webhooks. */
export interface RsvpChange {
  /** `promoted`: an answer on the waiting list got places. */
  change: 'answered' | 'promoted' | 'removed';
  /** The revision of the answer. */
  revision: string;
  snapshots: Snapshots<RsvpSnapshot> & { current: RsvpSnapshot };
}

/** A mail to a guest. */
export interface GuestMail {
  mail: Mail;
  /**
   * Present if a newer mail about the same answer may replace this mail before it is sent. `revision` is the SEQUENCE of the calendar entry
   * in the mail.
   */
  replaceable?: { answerId: string; revision: number };
}

/** Records mails to guests and changes of their answers with one statement, in the caller's transaction. */
export async function recordRsvpEvents(
  manager: EntityManager,
  { mails, changes, encryptionKey }: { mails: GuestMail[]; changes: RsvpChange[]; encryptionKey: string },
): Promise<void> {
  const requestId = currentRequestId();
  await recordEvents(manager, [
    ...changes.map(({ change, revision, snapshots }): NewOutboxEvent => ({
      subjectType: 'calendar.rsvp',
      subjectId: snapshots.current.id,
      revision,
      event: `calendar.rsvp.${change}`,
      payload: snapshots,
      requestId,
    })),
    ...mails.map(({ mail, replaceable }): NewOutboxEvent => ({
      subjectType: 'mail',
      subjectId: replaceable?.answerId ?? createObjectId(),
      revision: replaceable?.revision ?? 1,
      event: MAIL_REQUESTED,
      payload: sealMail(mail, encryptionKey),
      requestId,
    })),
  ]);
}
