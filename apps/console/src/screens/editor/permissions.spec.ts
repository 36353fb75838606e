import type { Role } from '../../api/roles.ts';
import type { CurrentUser } from '../../api/session.ts';
import { emptyFields } from './model/fields.ts';
import { fieldsOfNewPost } from './permissions.ts';

const userWith = (role: Role): CurrentUser => ({ id: 'u1', name: 'Ada', role }) as CurrentUser;
const fields = { ...emptyFields('members'), title: 'Tide', authors: [{ id: 'u2', name: 'Bea' }] };

describe('the copy of a post', () => {
  it('has the authors and the visibility of the post if editors add it', () => {
    expect(fieldsOfNewPost(userWith('Editor'), fields)).toEqual(fields);
  });

  it.each<Role>(['Author', 'Contributor'])(
    'has the user as its author, and no chosen visibility, for the role %s',
    (role) => {
      const { visibility: _visibility, ...rest } = fields;
      expect(fieldsOfNewPost(userWith(role), fields)).toEqual({ ...rest, authors: [{ id: 'u1', name: 'Ada' }] });
    },
  );
});
