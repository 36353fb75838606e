import { NoPermissionError } from '@almanac/errors';
import { roleNames, systemActor, type Actor } from './actor';
import { authorize, reachOf } from './authorize';
import { permissionTable, type Permission } from './permission-table';

const permissions = Object.keys(permissionTable) as Permission[];
const actor = (role: Actor['role']): Actor => ({ kind: 'user', id: 'u', role });

describe('the permission table', () => {
  it('has a column for every role', () => {
    for (const permission of permissions) expect(permissionTable[permission]).toHaveLength(roleNames.length);
  });

  it('lets the scheduler role publish and nothing else (seed: Authentication)', () => {
    const granted = permissions.filter((permission) => reachOf('Scheduler Integration', permission) !== 'none');
    expect(granted).toEqual(['schedules.publish']);
  });

  it('gives an administrator what the owner has, but for the owner and the set-up of the site', () => {
    const missing = permissions.filter(
      (permission) => reachOf('Owner', permission) === 'any' && reachOf('Administrator', permission) !== 'any',
    );
    expect(missing).toEqual(['users.transferOwnership', 'authentication.editSetup']);
  });

  it('never lets a role further down reach further than the one above it', () => {
    const rank = { none: 0, drafts: 1, own: 2, juniors: 3, any: 4 };
    const ladder = ['Administrator', 'Editor', 'Author', 'Contributor'] as const;
    for (const permission of permissions) {
      const ranks = ladder.map((role) => rank[reachOf(role, permission)]);
      expect({ permission, ranks }).toEqual({ permission, ranks: [...ranks].sort((a, b) => b - a) });
    }
  });
});

describe('authorize', () => {
  it('returns the reach', () => {
    expect(authorize(actor('Author'), 'posts.edit')).toBe('own');
    expect(authorize(systemActor, 'posts.edit')).toBe('any');
  });

  it('refuses in the words of the Admin API', () => {
    expect(() => authorize(actor('Editor'), 'settings.edit')).toThrow(
      new NoPermissionError('You do not have permission to edit settings'),
    );
  });
});
