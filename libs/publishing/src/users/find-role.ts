import { Role } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import type { RoleReference } from '@almanac/validation';
import type { EntityManager } from 'typeorm';
import { roleNames } from '../permissions/actor';

/**
 * The role a caller names by id or by name.
 * @throws ValidationError when there is none
 */
export async function findRole(manager: EntityManager, { id, name }: RoleReference): Promise<Role> {
  const known = roleNames.find((one) => one === name);
  const role =
    id !== undefined
      ? await manager.findOneBy(Role, { id })
      : known !== undefined
        ? await manager.findOneBy(Role, { name: known })
        : null;
  if (!role) throw new ValidationError('Role not found', { context: 'users.roles', property: 'roles' });
  return role;
}
