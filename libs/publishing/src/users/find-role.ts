import { Role } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import type { RoleReference } from '@almanac/validation';
import type { EntityManager } from 'typeorm';
import { roleNames } from '../permissions/actor';

/**
 * Finds a role by id or by name.
 * @throws ValidationError when there is no such role
 */
export async function findRole(manager: EntityManager, { id, name }: RoleReference): Promise<Role> {
  const role = id === undefined ? await findRoleByName(manager, name) : await manager.findOneBy(Role, { id });
  if (!role) throw new ValidationError('Role not found', { context: 'users.roles', property: 'roles' });
  return role;
}

async function findRoleByName(manager: EntityManager, name: string | undefined): Promise<Role | null> {
  const knownName = roleNames.find((roleName) => roleName === name);
  return knownName === undefined ? null : manager.findOneBy(Role, { name: knownName });
}
