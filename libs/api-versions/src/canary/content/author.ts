import { userDefinition } from '@almanac/resource-fields';
import { utcSeconds } from '../../serialization/dates';
import { computed } from '../../serialization/fields';
import { text } from '../../serialization/json-schema';
import { serializerOf } from '../../serialization/serializer';
import { storedFields } from '../../serialization/stored-fields';
import { authorUrl } from '../../serialization/urls';
import type { UserView } from '../../views';
import { countOfPosts } from '../count-of-posts';

/** A user for readers, as the author of posts: without e-mail address, role and date of the last visit. */
export const author = serializerOf<UserView>([
  ...storedFields<UserView>(userDefinition, 'public', { formatInstant: utcSeconds }),
  countOfPosts,
  computed('url', text, (entity, { site }) => authorUrl(entity, site.url)),
]);
