import { computed, insertAfter } from '../../serialization/fields';
import { booleanSchema } from '../../serialization/json-schema';
import { serializerOf } from '../../serialization/serializer';
import type { PostView } from '../../views';
import { post } from './post';

/** A page in the Content API: it has the fields of a post, and `page: true`. */
export const page = serializerOf<PostView>(
  insertAfter(post.fields, 'reading_time', {
    ...computed<PostView>('page', booleanSchema, () => true),
    // Ghost leaves the key out if the request has `fields`, even if these name `page`.
    isShown: ({ fields }) => fields === undefined,
  }),
);
