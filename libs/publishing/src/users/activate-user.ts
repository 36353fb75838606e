import { User } from '@almanac/entities';
import type { EntityManager } from 'typeorm';
import { assertColumns } from '../columns/assert-columns';
import { forgetResetTokens } from '../password-resets/forget-reset-tokens';
import { closeAllSessions } from '../sessions/sessions';
import type { NewUser } from './add-user';
import { userColumns } from './user-columns';

/** The member of staff with an address, in whatever letter case, with their roles. */
export async function findByEmail(manager: EntityManager, email: string): Promise<User | null> {
  return manager
    .createQueryBuilder(User, 'user')
    .leftJoinAndSelect('user.roles', 'role')
    .where('lower(user.email) = lower(:email)', { email })
    .getOne();
}

/**
 * Lets a suspended member of staff begin anew: their password, name and role are those of the invitation they accepted.
 * @throws ValidationError
 */
export async function activateUser(manager: EntityManager, id: string, user: Omit<NewUser, 'id'>): Promise<void> {
  const { name, email, passwordHash, role, now } = user;
  assertColumns('users', { name, email }, userColumns);
  await manager.update(User, { id }, { name, email, password: passwordHash, status: 'active', updatedAt: now });
  await manager.query('delete from publishing.roles_users where user_id = $1', [id]);
  await manager.query('insert into publishing.roles_users (user_id, role_id) values ($1, $2)', [id, role.id]);
  await forgetResetTokens(manager, id);
  await closeAllSessions(manager, id);
}
