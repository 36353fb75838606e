import { NoPermissionError } from '@almanac/errors';
import { roleNames, type Actor, type RoleName } from './actor';
import { objectRules, permissionTable, type Permission, type Reach } from './permission-table';

/** The reach of a permission for a role: the objects that the permission covers. `none` for an unknown role. */
export function reachOf(role: RoleName, permission: Permission): Reach {
  const row: readonly Reach[] = permissionTable[permission];
  return row[roleNames.indexOf(role)] ?? 'none';
}

/** The error for a missing permission, with the message of the Admin API. */
export function permissionError(permission: Permission): NoPermissionError {
  const [resource, action] = permission.split('.');
  return new NoPermissionError(`You do not have permission to ${action} ${resource}`);
}

/**
 * The reach of a permission for an actor. If it is not `any`, the caller has to check the object with the function in `objectRules`.
 * @throws NoPermissionError for the reach `none`, and for a reach other than `any` if `objectRules` has no entry for the permission
 */
export function authorize(actor: Actor, permission: Permission): Exclude<Reach, 'none'> {
  const reach = reachOf(actor.role, permission);
  if (reach === 'none' || (reach !== 'any' && !(permission in objectRules))) throw permissionError(permission);
  return reach;
}
