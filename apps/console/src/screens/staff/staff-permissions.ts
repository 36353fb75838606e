import type { Schemas } from '../../api/admin.ts';
import type { CurrentUser, Role } from '../../api/session.ts';

export type StaffMember = Schemas['User'];

/** The roles that a user can give to others. The role Owner is transferred instead. */
export const ROLES = ['Administrator', 'Editor', 'Author', 'Contributor'] as const;
export type GivenRole = (typeof ROLES)[number];

const ROLES_GIVEN_BY_EDITORS: readonly GivenRole[] = ['Author', 'Contributor'];

const isAdministrator = (role: Role): boolean => role === 'Owner' || role === 'Administrator';

/** The roles that this user may give, as in the Admin API (`staff-rules.ts` of publishing). */
export function rolesGivenBy({ role }: CurrentUser): readonly GivenRole[] {
  if (isAdministrator(role)) return ROLES;
  return role === 'Editor' ? ROLES_GIVEN_BY_EDITORS : [];
}

export const roleOf = ({ roles = [] }: StaffMember): Role =>
  roles[0]?.name === 'Owner' ? 'Owner' : (ROLES.find((role) => role === roles[0]?.name) ?? 'Contributor');

/** What the signed-in user may do with a member of staff. */
export interface StaffPermissions {
  /** Edit the profile. */
  edit: boolean;
  /** Change the role, suspend and delete: never themselves, never the owner. */
  manage: boolean;
  /** Transfer the role Owner to them. */
  makeOwner: boolean;
}

export function permissionsOf(user: CurrentUser, member: StaffMember): StaffPermissions {
  const role = roleOf(member);
  const isSelf = user.id === member.id;
  const mayManage = role !== 'Owner' && rolesGivenBy(user).includes(role);
  return {
    edit: isSelf || mayManage,
    manage: !isSelf && mayManage,
    makeOwner: user.role === 'Owner' && role === 'Administrator' && member.status === 'active',
  };
}
