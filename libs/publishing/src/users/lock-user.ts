import { User } from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import type { EntityManager } from 'typeorm';

/**
 * Locks the row of a user until the transaction ends, and reads the user with their roles.
 * @param strength `no key update` lets other transactions insert rows that refer to the user, e.g. an import; `update`, for a deletion,
 *   waits for them first
 * @throws NotFoundError
 */
export async function lockUser(
  manager: EntityManager,
  id: string,
  strength: 'no key update' | 'update' = 'no key update',
): Promise<User> {
  await manager.query(`select id from publishing.users where id = $1 for ${strength}`, [id]);
  const user = await manager.findOne(User, { where: { id }, relations: { roles: true } });
  if (!user) throw new NotFoundError('User not found');
  return user;
}
