import type { PermissionView, Serializer } from '@almanac/api-versions';
import type { Role } from '@almanac/entities';
import { type Permission, permissionTable, reachOf } from '@almanac/publishing';
import type { UserRow } from '@almanac/resource-queries';
import { createHash } from 'node:crypto';

const permissions = Object.keys(permissionTable) as Permission[];

const names = new Map([['destroy', 'Delete']]);
const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A row of the permission table in the form clients know: an object, an action, and an id that never changes. */
function permissionView(permission: Permission, { createdAt, updatedAt }: Role): PermissionView {
  const [resource = '', action = ''] = permission.split('.');
  return {
    id: createHash('sha256').update(permission).digest('hex').slice(0, 24),
    name: `${names.get(action) ?? capitalized(action)} ${resource}`,
    objectType: resource.replace(/s$/, ''),
    actionType: action,
    objectId: null,
    createdAt,
    updatedAt,
  };
}

function withPermissions(role: Role): Role & { permissions: PermissionView[] } {
  const held = permissions.filter((permission) => reachOf(role.name, permission) !== 'none');
  return { ...role, permissions: held.map((permission) => permissionView(permission, role)) };
}

/** A user with what their role permits: it stands in the permission table, not in the database. */
export function withRolePermissions(user: Serializer<UserRow>): Serializer<UserRow> {
  const serialize = (row: UserRow, ...rest: [Parameters<typeof user>[1], Parameters<typeof user>[2]]) =>
    user({ ...row, roles: row.roles?.map(withPermissions) }, ...rest);
  return Object.assign(serialize, { fields: user.fields });
}
