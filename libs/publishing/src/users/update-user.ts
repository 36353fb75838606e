import { User } from '@almanac/entities';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../permissions/actor';

/**
 * Updates the columns of a user whose values differ from the stored ones. An absent or undefined value changes nothing.
 * @param user the stored user
 * @returns whether a column was updated
 */
export async function updateUser(
  manager: EntityManager,
  user: User,
  values: Partial<User>,
  { actor, now }: { actor: Actor; now: Date },
): Promise<boolean> {
  const changes = changesOf(user, values);
  if (Object.keys(changes).length === 0) return false;
  await manager.update(User, { id: user.id }, { ...changes, updatedAt: now, updatedBy: actor.id });
  return true;
}

function changesOf(user: User, values: Partial<User>): Partial<User> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.filter(([property, value]) => value !== user[property as keyof User]));
}
