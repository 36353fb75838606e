import { NoPermissionError } from '@almanac/errors';
import { roleNames, type Actor, type RoleName } from './actor';
import { objectRules, permissionTable, type Permission, type Reach } from './permission-table';

/** How far `role` reaches with `permission`; `none` for a role without a column. */
export function reachOf(role: RoleName, permission: Permission): Reach {
  const row: readonly Reach[] = permissionTable[permission];
  return row[roleNames.indexOf(role)] ?? 'none';
}

/** The refusal of `permission`, in the words clients of the Admin API know. */
export function refusal(permission: Permission): NoPermissionError {
  const [resource, action] = permission.split('.');
  return new NoPermissionError(`You do not have permission to ${action} ${resource}`);
}

/**
 * The reach `actor` has with `permission`; the object rule of the permission checks a reach narrower than `any`.
 * @throws NoPermissionError when there is no reach, or a narrow one without an object rule
 */
export function authorize(actor: Actor, permission: Permission): Exclude<Reach, 'none'> {
  const reach = reachOf(actor.role, permission);
  if (reach === 'none' || (reach !== 'any' && !(permission in objectRules))) throw refusal(permission);
  return reach;
}
