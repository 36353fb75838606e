import type { Schemas } from '../../api/admin.ts';
import type { CurrentUser, Role } from '../../api/session.ts';

export type StaffMember = Schemas['User'];

/** The roles that can be given; ownership is transferred. */
export const ROLES = ['Administrator', 'Editor', 'Author', 'Contributor'] as const;
export type GivenRole = (typeof ROLES)[number];

const JUNIORS: readonly GivenRole[] = ['Author', 'Contributor'];

const isAdministrator = (role: Role): boolean => role === 'Owner' || role === 'Administrator';

/** The roles that a person may give, as the Admin API decides it (`staff-rules.ts` of publishing). */
export function rolesGivenBy({ role }: CurrentUser): readonly GivenRole[] {
  if (isAdministrator(role)) return ROLES;
  return role === 'Editor' ? JUNIORS : [];
}

export const roleOf = ({ roles = [] }: StaffMember): Role =>
  roles[0]?.name === 'Owner' ? 'Owner' : (ROLES.find((role) => role === roles[0]?.name) ?? 'Contributor');

/** The permissions of a user for a member of staff. */
export interface StaffPermissions {
  edit: boolean;
  /** Role, suspension and deletion: never for the user themselves, never for the owner. */
  manage: boolean;
  makeOwner: boolean;
}

export function permissionsOf(user: CurrentUser, member: StaffMember): StaffPermissions {
  const role = roleOf(member);
  const isSelf = user.id === member.id;
  const reaches = role !== 'Owner' && rolesGivenBy(user).includes(role);
  return {
    edit: isSelf || reaches,
    manage: !isSelf && reaches,
    makeOwner: user.role === 'Owner' && role === 'Administrator' && member.status === 'active',
  };
}
