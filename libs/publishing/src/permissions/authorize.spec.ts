import { NoPermissionError } from '@almanac/errors';
import { systemActor, type Actor } from './actor';
import { authorize } from './authorize';
import { permissionTable } from './permission-table';

const actor = (role: Actor['role']): Actor => ({ kind: 'user', id: 'u', role });

describe('authorize', () => {
  it('returns the reach of the role', () => {
    expect(authorize(actor('Author'), 'posts.edit')).toBe('own');
    expect(authorize(systemActor, 'posts.edit')).toBe('any');
  });

  it('throws the error message of the Admin API', () => {
    expect(() => authorize(actor('Editor'), 'settings.edit')).toThrow(
      new NoPermissionError('You do not have permission to edit settings'),
    );
  });

  it('rejects a reach narrower than any for a permission without an object rule', () => {
    const row = permissionTable['settings.edit'];
    try {
      Object.assign(row, ['own']);
      expect(() => authorize(actor('Owner'), 'settings.edit')).toThrow(NoPermissionError);
    } finally {
      Object.assign(row, ['any']);
    }
    expect(authorize(actor('Owner'), 'settings.edit')).toBe('any');
  });
});
