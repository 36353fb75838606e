import { tagDefinition } from '@almanac/resource-fields';
import { utcSeconds } from '../../serialization/dates';
import { computed } from '../../serialization/fields';
import { stringSchema } from '../../serialization/json-schema';
import { serializerOf } from '../../serialization/serializer';
import { storedFields } from '../../serialization/stored-fields';
import { tagUrl } from '../../serialization/urls';
import type { TagView } from '../../views';
import { countOfPosts } from '../count-of-posts';

/** A tag in the Admin API. */
export const tag = serializerOf<TagView>([
  ...storedFields<TagView>(tagDefinition, 'staff', { formatInstant: utcSeconds }),
  countOfPosts,
  computed('url', stringSchema, (entity, { site }) => tagUrl(entity, site.url)),
]);
