import { stored, storedText } from '../../serialization/fields';
import { integerSchema } from '../../serialization/json-schema';
import { serializerOf } from '../../serialization/serializer';
import type { InviteView } from '../../views';
import { createdAndUpdated } from './dates';

/** An invitation without its token; `expires` is in milliseconds since 1970. */
export const invite = serializerOf<InviteView>([
  storedText('id', (entity) => entity.id),
  storedText('role_id', (entity) => entity.roleId),
  storedText('status', (entity) => entity.status),
  storedText('email', (entity) => entity.email),
  stored('expires', integerSchema, (entity) => entity.expiresAt?.getTime()),
  ...createdAndUpdated<InviteView>(),
]);
