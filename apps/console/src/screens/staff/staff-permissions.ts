import type { AdminSchemas } from '../../api/admin.ts';
import type { Role } from '../../api/roles.ts';
import type { CurrentUser } from '../../api/session.ts';

export type StaffMember = AdminSchemas['User'];

/** The roles that users can give to other users. The role Owner is missing: it can only be transferred. */
export const ASSIGNABLE_ROLES = ['Administrator', 'Editor', 'Author', 'Contributor'] as const;
export type AssignableRole = (typeof ASSIGNABLE_ROLES)[number];

const ROLES_ASSIGNABLE_BY_EDITORS: readonly AssignableRole[] = ['Author', 'Contributor'];

const isAdministrator = (role: Role): boolean => role === 'Owner' || role === 'Administrator';

/** The roles that the user may give to others. The Admin API has the same rules (`staff-rules.ts` of libs/publishing). */
export function assignableRolesOf({ role }: CurrentUser): readonly AssignableRole[] {
  if (isAdministrator(role)) return ASSIGNABLE_ROLES;
  return role === 'Editor' ? ROLES_ASSIGNABLE_BY_EDITORS : [];
}

/** The role of a member of staff, who has exactly one. For a role that the Console does not know: `Contributor`. */
export const roleOf = ({ roles = [] }: StaffMember): Role =>
  roles[0]?.name === 'Owner' ? 'Owner' : (ASSIGNABLE_ROLES.find((role) => role === roles[0]?.name) ?? 'Contributor');

/** What the signed-in user may do with a member of staff. */
export interface StaffPermissions {
  /** Edit the profile. */
  canEdit: boolean;
  /** Change the role, set the password, suspend and delete. Always false for the owner and for the signed-in user. */
  canManage: boolean;
  /** Transfer the role Owner to the member of staff. */
  canMakeOwner: boolean;
}

export function permissionsOf(user: CurrentUser, member: StaffMember): StaffPermissions {
  const role = roleOf(member);
  const isSelf = user.id === member.id;
  const isManageable = role !== 'Owner' && assignableRolesOf(user).includes(role);
  return {
    canEdit: isSelf || isManageable,
    canManage: !isSelf && isManageable,
    canMakeOwner: user.role === 'Owner' && role === 'Administrator' && member.status === 'active',
  };
}
