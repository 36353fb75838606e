import { type Reader, userDefinition } from '@almanac/resource-fields';
import type { Field } from '../../contract';
import { utcSeconds } from '../../serialization/dates';
import { computed, related } from '../../serialization/fields';
import { listOf, reference, text } from '../../serialization/json-schema';
import { serializerOf } from '../../serialization/serializer';
import { storedFields } from '../../serialization/stored-fields';
import { authorUrl } from '../../serialization/urls';
import type { UserView } from '../../views';
import { countOfPosts } from '../count-of-posts';

function userFields(reader: Reader): Field<UserView>[] {
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

/** A user for staff. */
export const user = serializerOf<UserView>([
  ...userFields('staff'),
  computed('url', text, (entity, { site }) => authorUrl(entity, site.url)),
]);

/** A user in the responses of `GET /session/` and of a transfer of ownership: the columns of the row, without a URL. */
export const sessionUser = serializerOf<UserView>(userFields('self'));
