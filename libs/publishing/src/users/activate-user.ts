import { User } from '@almanac/entities';
import type { EntityManager } from 'typeorm';
import { assertColumns } from '../columns/assert-columns';
import { deleteResetTokens } from '../password-resets/delete-reset-tokens';
import { closeAllSessions } from '../sessions/sessions';
import type { NewUser } from './add-user';
import { setRole } from './set-role';
import { userColumnRules } from './user-column-rules';

/** The user with this e-mail address (ignoring letter case), with their roles; null if there is none. */
export async function findUserByEmail(manager: EntityManager, email: string): Promise<User | null> {
  return manager
    .createQueryBuilder(User, 'user')
    .leftJoinAndSelect('user.roles', 'role')
    .where('lower(user.email) = lower(:email)', { email })
    .getOne();
}

/**
 * Activates a suspended user with the name, address, password and role of an accepted invitation, and closes their old sessions.
 * @throws ValidationError for an invalid name or address
 */
export async function activateUser(manager: EntityManager, id: string, user: Omit<NewUser, 'id'>): Promise<void> {
  const { name, email, passwordHash, role, now } = user;
  assertColumns('users', { name, email }, userColumnRules);
  await manager.update(User, { id }, { name, email, password: passwordHash, status: 'active', updatedAt: now });
  await setRole(manager, id, role);
  await deleteResetTokens(manager, id);
  await closeAllSessions(manager, id);
}
