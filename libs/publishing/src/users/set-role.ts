import type { Role } from '@almanac/entities';
import type { EntityManager } from 'typeorm';

/** Replaces the role of a user. */
export async function setRole(manager: EntityManager, userId: string, role: Pick<Role, 'id'>): Promise<void> {
  await manager.query('delete from publishing.roles_users where user_id = $1', [userId]);
  await manager.query('insert into publishing.roles_users (user_id, role_id) values ($1, $2)', [userId, role.id]);
}
