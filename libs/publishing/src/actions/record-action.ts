import { type Action, createObjectId, queryPrepared } from '@almanac/entities';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../permissions/actor';

/** The kind of change in the column `event` of the audit log (table `actions`). */
export type ActionEvent = Action['event'];

const RECORD_STATEMENT = `
  insert into publishing.actions (id, resource_id, resource_type, actor_id, actor_type, event, created_at)
  values ($1, $2, $3, $4, $5, $6, date_trunc('second', now()))`;

/**
 * Adds a row to the audit log, in the transaction of `manager`. Actions of the system actor are not logged.
 * @param resourceType the kind of the changed row, e.g. `tag`; `post` for posts and pages
 */
export async function recordAction(
  manager: EntityManager,
  actor: Actor,
  event: ActionEvent,
  resourceType: string,
  resourceId: string,
): Promise<void> {
  if (actor.kind === 'system') return;
  const values = [createObjectId(), resourceId, resourceType, actor.id, actor.kind, event];
  await queryPrepared(manager, { name: 'record_action', text: RECORD_STATEMENT }, values);
}
