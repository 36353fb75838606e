import type { PermissionView, Serializer } from '@almanac/api-versions';
import type { Role } from '@almanac/entities';
import { type Permission, permissionTable, reachOf } from '@almanac/publishing';
import type { UserRow } from '@almanac/resource-queries';
import { createHash } from 'node:crypto';
import { withPreparedEntity } from '../resources/prepare-entity';

const permissions = Object.keys(permissionTable) as Permission[];

/** The actions whose name in Ghost is not the capitalized action. */
const actionNames = new Map([['destroy', 'Delete']]);
const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A permission in the form of Ghost. The id is a hash of the permission, so it is the same in all installations. */
function permissionView(permission: Permission, { createdAt, updatedAt }: Role): PermissionView {
  const [resource = '', action = ''] = permission.split('.');
  return {
    id: createHash('sha256').update(permission).digest('hex').slice(0, 24),
    name: `${actionNames.get(action) ?? capitalize(action)} ${resource}`,
    objectType: resource.replace(/s$/, ''),
    actionType: action,
    objectId: null,
    createdAt,
    updatedAt,
  };
}

function withPermissions(role: Role): Role & { permissions: PermissionView[] } {
  const granted = permissions.filter((permission) => reachOf(role.name, permission) !== 'none');
  return { ...role, permissions: granted.map((permission) => permissionView(permission, role)) };
}

/** Adds its permissions to each role of each user. They come from the permission table, not from the database. */
export function withRolePermissions(serializer: Serializer<UserRow>): Serializer<UserRow> {
  return withPreparedEntity(serializer, (user) => ({ ...user, roles: user.roles?.map(withPermissions) }));
}
