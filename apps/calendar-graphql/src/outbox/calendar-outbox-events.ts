import { createObjectId } from '@almanac/entities';
import { type Mail, MAIL_REQUESTED, recordEvent, sealMail, type Snapshots } from '@almanac/outbox';
import { currentRequestId } from '@almanac/platform';
import { type EntityManager } from 'typeorm';
import { type EventSnapshot } from '../events/event-snapshot';
import { type OccurrenceSnapshot } from '../overrides/occurrence-snapshot';

/** Records a mail in the caller's transaction; the worker sends it. Its values are encrypted, because they contain the secret of a session. */
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

/** Records a change of an event in the caller's transaction; the worker delivers it to webhooks. */
export async function recordEventChange(
  manager: EntityManager,
  change: 'created' | 'updated' | 'cancelled',
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

/** Records a change of one occurrence, with the revision of its event. */
export async function recordOccurrenceChange(
  manager: EntityManager,
  change: 'changed' | 'cancelled' | 'restored',
  revision: string,
  snapshots: Snapshots<OccurrenceSnapshot> & { current: OccurrenceSnapshot },
): Promise<void> {
  await recordEvent(manager, {
    subjectType: 'calendar.occurrence',
    subjectId: snapshots.current.id,
    revision,
    event: `calendar.occurrence.${change}`,
    payload: snapshots,
    requestId: currentRequestId(),
  });
}
