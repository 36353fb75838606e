import { isKnownIn, userDefinition } from '@almanac/resource-fields';
import type { Field } from '../../contract';
import { utcSeconds } from '../../serialization/dates';
import { computed } from '../../serialization/fields';
import { stringSchema } from '../../serialization/json-schema';
import { serializerOf } from '../../serialization/serializer';
import { storedFields } from '../../serialization/stored-fields';
import { authorUrl } from '../../serialization/urls';
import type { UserView } from '../../views';
import { countOfPosts } from '../count-of-posts';

/** The fields of a user that readers may see, e.g. not the e-mail address. */
export const authorFields: readonly Field<UserView>[] = [
  ...storedFields<UserView>(userDefinition, 'public', { formatInstant: utcSeconds }),
  countOfPosts,
  computed('url', stringSchema, (entity, { site }) => authorUrl(entity, site.url)),
];

/**
 * An author with the fields of Ghost 3. Only v5 also has the later fields. canary does not have them, because they would make lists of
 * posts with authors larger.
 */
export const author = serializerOf(authorFields.filter(({ since = 'v2' }) => isKnownIn('v3', { since })));
