import type { Role, User } from '@almanac/entities';
import type { Actor, RoleName } from '../permissions/actor';
import { reachOf, permissionError } from '../permissions/authorize';
import type { Permission } from '../permissions/permission-table';

/** The roles of the users that a permission with the reach `juniors` covers; see `Reach` in permission-table.ts. */
const juniorRoles: readonly RoleName[] = ['Author', 'Contributor'];
/** The roles that an actor may assign if the permission has the reach `any`. */
const assignableWithReachAny: readonly RoleName[] = ['Administrator', 'Editor', 'Author', 'Contributor'];

/** The properties of a user that permissions depend on. */
export type ProtectedUser = Pick<User, 'id'> & { roles?: readonly Pick<Role, 'name'>[] };

/** The role of a user. Every user has exactly one role; undefined if the user was read without roles. */
export function roleOf(user: Pick<ProtectedUser, 'roles'>): RoleName | undefined {
  return user.roles?.[0]?.name;
}

/** The roles that a permission lets the actor assign. The role Owner cannot be assigned, only transferred. */
export function assignableRoles(
  actor: Actor,
  permission: 'roles.assign' | 'invites.add' | 'invites.destroy',
): readonly RoleName[] {
  const reach = reachOf(actor.role, permission);
  if (reach === 'any') return assignableWithReachAny;
  return reach === 'juniors' ? juniorRoles : [];
}

/**
 * Checks that the actor may apply a permission to a user, i.e. that the reach of the permission for the actor's role includes the user.
 * For a user who acts on themselves, the reach is checked only for `users.destroy`; every other permission is allowed.
 * @throws NoPermissionError
 */
export function assertMayApplyToUser(actor: Actor, permission: Permission, user: ProtectedUser): void {
  const role = roleOf(user);
  const isSelf = actor.kind === 'user' && actor.id === user.id;
  if (isSelf && permission !== 'users.destroy') return;
  // Only the owner may change the owner, and no actor may delete the owner.
  if (role === 'Owner' && (actor.role !== 'Owner' || permission === 'users.destroy')) throw permissionError(permission);
  const reach = reachOf(actor.role, permission);
  const isJunior = role !== undefined && juniorRoles.includes(role);
  const isReached = reach === 'any' || (reach === 'juniors' && (isSelf || isJunior));
  if (!isReached) throw permissionError(permission);
}
