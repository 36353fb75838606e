import { isKnownIn, tagDefinition } from '@almanac/resource-fields';
import type { Field } from '../../contract';
import { utcSeconds } from '../../serialization/dates';
import { computed } from '../../serialization/fields';
import { stringSchema } from '../../serialization/json-schema';
import { serializerOf } from '../../serialization/serializer';
import { storedFields } from '../../serialization/stored-fields';
import { tagUrl } from '../../serialization/urls';
import type { TagView } from '../../views';
import { countOfPosts } from '../count-of-posts';

/** The fields of a tag that readers may see. The dates, for example, are missing. */
export const tagFields: readonly Field<TagView>[] = [
  ...storedFields<TagView>(tagDefinition, 'public', { formatInstant: utcSeconds }),
  countOfPosts,
  computed('url', stringSchema, (entity, { site }) => tagUrl(entity, site.url)),
];

/**
 * A tag with the fields of Ghost 3. Only v5 also has the later fields. canary does not have them, because they would make lists of posts
 * with tags larger.
 */
export const tag = serializerOf(tagFields.filter(({ since = 'v2' }) => isKnownIn('v3', { since })));
