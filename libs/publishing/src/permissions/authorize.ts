import { NoPermissionError } from '@almanac/errors';
import { roleNames, type Actor, type RoleName } from './actor';
import { permissionTable, type Permission, type Reach } from './permission-table';

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
 * The reach `actor` has with `permission`.
 * @throws NoPermissionError when there is none at all; narrower reaches are for the verb to check against its row.
 */
export function authorize(actor: Actor, permission: Permission): Exclude<Reach, 'none'> {
  const reach = reachOf(actor.role, permission);
  if (reach === 'none') throw refusal(permission);
  return reach;
}
