import { insertAfter, storedText, storedTextOrNull, without } from '../../serialization/fields';
import { serializerOf } from '../../serialization/serializer';
import type { UserView } from '../../views';
import { user } from './user';

/**
 * The signed-in user as `GET /session/` and the transfer of ownership give them: the columns of the row, with those other
 * answers hide and without the URL, which is no column.
 */
export const sessionUser = serializerOf<UserView>(
  insertAfter(
    insertAfter(
      without(user.fields, 'url'),
      'status',
      storedTextOrNull('locale', (entity) => entity.locale),
      storedText('visibility', (entity) => entity.visibility),
    ),
    'updated_at',
    storedTextOrNull('created_by', (entity) => entity.createdBy),
    storedTextOrNull('updated_by', (entity) => entity.updatedBy),
  ),
);
