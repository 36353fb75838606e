import { CalendarEvent, type RsvpResponse } from '@almanac/entities';
import { NoPermissionError, NotFoundError } from '@almanac/errors';
import { type EntityManager } from 'typeorm';
import { type Viewer } from '../accounts/viewer';
import { isObjectId } from '../graphql/object-id';

/**
 * An event of the actor. Locks its row until the transaction ends, so that concurrent changes run one after the other.
 * @throws NotFoundError when there is no such event
 * @throws NoPermissionError when another user owns it
 */
export async function getOwnedEvent(manager: EntityManager, actor: Viewer, id: string): Promise<CalendarEvent> {
  const lock = { mode: 'pessimistic_write' } as const;
  const event = isObjectId(id) ? await manager.findOne(CalendarEvent, { where: { id }, lock }) : null;
  if (!event) throw new NotFoundError('There is no such event.');
  if (event.ownerId !== actor.userId) throw new NoPermissionError('Another user owns this event.');
  return event;
}

/** The revision of an event or RSVP answer after its next change: one more than now. Revisions are bigints as strings. */
export function nextRevision({ revision }: Pick<CalendarEvent | RsvpResponse, 'revision'>): string {
  return String(BigInt(revision) + 1n);
}
