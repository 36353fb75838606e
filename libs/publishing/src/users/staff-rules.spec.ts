import { NoPermissionError } from '@almanac/errors';
import type { Actor, RoleName } from '../permissions/actor';
import type { Permission } from '../permissions/permission-table';
import { assertMayApplyToUser, assignableRoles, roleOf } from './staff-rules';

const staff: RoleName[] = ['Owner', 'Administrator', 'Editor', 'Author', 'Contributor'];
const actor = (role: RoleName): Actor => ({ kind: 'user', id: 'me', role });

/** The roles of other users that an actor reaches, and whether the actor reaches their own user. */
function reached(role: RoleName, permission: Permission): { others: RoleName[]; self: boolean } {
  const isReached = (id: string, userRole: RoleName): boolean => {
    try {
      assertMayApplyToUser(actor(role), permission, { id, roles: [{ name: userRole }] });
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(NoPermissionError);
      return false;
    }
  };
  return { others: staff.filter((userRole) => isReached('other', userRole)), self: isReached('me', role) };
}

const juniors: RoleName[] = ['Author', 'Contributor'];

describe('assertMayApplyToUser', () => {
  it.each<[RoleName, RoleName[]]>([
    ['Owner', staff],
    ['Administrator', ['Administrator', 'Editor', ...juniors]],
    ['Editor', juniors],
    ['Author', []],
    ['Contributor', []],
  ])('lets the role %s edit the expected users, and their own', (role, others) => {
    expect(reached(role, 'users.edit')).toEqual({ others, self: true });
    expect(reached(role, 'users.changePassword')).toEqual({ others, self: true });
  });

  it.each<[RoleName, RoleName[], boolean]>([
    ['Owner', ['Administrator', 'Editor', ...juniors], false],
    ['Administrator', ['Administrator', 'Editor', ...juniors], true],
    ['Editor', juniors, true],
    ['Author', [], false],
    ['Contributor', [], false],
  ])('lets the role %s delete the expected users', (role, others, self) => {
    expect(reached(role, 'users.destroy')).toEqual({ others, self });
  });

  it('does not take an integration for the user with the same id', () => {
    const integration: Actor = { kind: 'integration', id: 'me', role: 'Admin Integration' };
    expect(() => assertMayApplyToUser(integration, 'users.edit', { id: 'me', roles: [{ name: 'Author' }] })).toThrow(
      'You do not have permission to edit users',
    );
  });

  it('throws the message of the Admin API for the owner and for a user without a role', () => {
    const owner = { id: 'other', roles: [{ name: 'Owner' as const }] };
    expect(() => assertMayApplyToUser(actor('Administrator'), 'users.edit', owner)).toThrow(
      'You do not have permission to edit users',
    );
    expect(() => assertMayApplyToUser(actor('Editor'), 'users.edit', { id: 'other', roles: [] })).toThrow(
      'You do not have permission to edit users',
    );
    expect(() => assertMayApplyToUser(actor('Editor'), 'users.edit', { id: 'other' })).toThrow(NoPermissionError);
  });
});

describe('assignableRoles', () => {
  it.each(['roles.assign', 'invites.add', 'invites.destroy'] as const)(
    'has no role above that of the actor: %s',
    (permission) => {
      const administrators = ['Administrator', 'Editor', 'Author', 'Contributor'];
      expect(staff.map((role) => [role, assignableRoles(actor(role), permission)])).toEqual([
        ['Owner', administrators],
        ['Administrator', administrators],
        ['Editor', juniors],
        ['Author', []],
        ['Contributor', []],
      ]);
    },
  );
});

describe('roleOf', () => {
  it('is undefined for a user without a role', () => {
    expect([roleOf({ roles: [{ name: 'Editor' }] }), roleOf({ roles: [] }), roleOf({})]).toEqual([
      'Editor',
      undefined,
      undefined,
    ]);
  });
});
