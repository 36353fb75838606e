import { Role } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import type { RoleReference } from '@almanac/validation';
import type { EntityManager } from 'typeorm';
import { roleNames } from '../permissions/actor';

/**
 * The role with this id or, if no id is given, with this name.
 * @throws ValidationError when there is no such role
 */
export async function getRole(manager: EntityManager, { id, name }: RoleReference): Promise<Role> {
  const role = id === undefined ? await findRoleByName(manager, name) : await manager.findOneBy(Role, { id });
  if (!role) throw new ValidationError('Role not found', { context: 'users.roles', property: 'roles' });
  return role;
}

async function findRoleByName(manager: EntityManager, name: string | undefined): Promise<Role | null> {
  const knownName = roleNames.find((roleName) => roleName === name);
  return knownName === undefined ? null : manager.findOneBy(Role, { name: knownName });
}
