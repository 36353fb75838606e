import { NoPermissionError } from '@almanac/errors';
import { systemActor, type Actor } from './actor';
import { authorize } from './authorize';
import { permissionTable } from './permission-table';

const actor = (role: Actor['role']): Actor => ({ kind: 'user', id: 'u', role });

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

  it('refuses a reach narrower than any where no object rule would compare the object', () => {
    const row = permissionTable['settings.edit'];
    Object.assign(row, ['own']);
    expect(() => authorize(actor('Owner'), 'settings.edit')).toThrow(NoPermissionError);
    Object.assign(row, ['any']);
    expect(authorize(actor('Owner'), 'settings.edit')).toBe('any');
  });
});
