import { insertAfter, storedText, storedTextOrNull } from '../../serialization/fields';
import { serializerOf } from '../../serialization/serializer';
import type { UserView } from '../../views';
import { user } from './user';

/** The signed-in user as `GET /session/` and the transfer of ownership give them: with the columns other answers hide. */
export const sessionUser = serializerOf<UserView>(
  insertAfter(
    insertAfter(
      user.fields,
      'status',
      storedTextOrNull('locale', (entity) => entity.locale),
      storedText('visibility', (entity) => entity.visibility),
    ),
    'updated_at',
    storedTextOrNull('created_by', (entity) => entity.createdBy),
    storedTextOrNull('updated_by', (entity) => entity.updatedBy),
  ),
);
