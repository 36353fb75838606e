import { User } from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import type { EntityManager } from 'typeorm';

/** Locks the row of a user until the transaction ends, and reads the user with their roles. @throws NotFoundError */
export async function lockUser(manager: EntityManager, id: string): Promise<User> {
  await manager.query('select id from publishing.users where id = $1 for update', [id]);
  const user = await manager.findOne(User, { where: { id }, relations: { roles: true } });
  if (!user) throw new NotFoundError('User not found');
  return user;
}
