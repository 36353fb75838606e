import { type FieldReader, userDefinition } from '@almanac/resource-fields';
import type { Field } from '../../contract';
import { utcSeconds } from '../../serialization/dates';
import { computed, related } from '../../serialization/fields';
import { listOf, reference, stringSchema } from '../../serialization/json-schema';
import { serializerOf } from '../../serialization/serializer';
import { storedFields } from '../../serialization/stored-fields';
import { authorUrl } from '../../serialization/urls';
import type { UserView } from '../../views';
import { countOfPosts } from '../count-of-posts';

function userFields(reader: FieldReader): Field<UserView>[] {
  return [
    ...storedFields<UserView>(userDefinition, reader, { formatInstant: utcSeconds }),
    related<UserView>('permissions', listOf(reference('Permission')), (entity, context) =>
      entity.permissions?.map((permission) => context.contract.admin.permission(permission, context)),
    ),
    related<UserView>('roles', listOf(reference('Role')), (entity, context) =>
      entity.roles?.map((role) => context.contract.admin.role(role, context)),
    ),
    countOfPosts,
  ];
}

/** A staff user. */
export const user = serializerOf<UserView>([
  ...userFields('staff'),
  computed('url', stringSchema, (entity, { site }) => authorUrl(entity, site.url)),
]);

/**
 * A staff user in the responses to `GET /session/` and to a transfer of ownership. It has fields that `user` does not have, e.g. `locale`,
 * but no `url`.
 */
export const sessionUser = serializerOf<UserView>(userFields('self'));
