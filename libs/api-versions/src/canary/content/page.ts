import { computed, insertAfter } from '../../serialization/fields';
import { flag } from '../../serialization/json-schema';
import { serializerOf } from '../../serialization/serializer';
import type { PostView } from '../../views';
import { post } from './post';

/** A page for readers: a post with `page: true`. */
export const page = serializerOf<PostView>(
  insertAfter(post.fields, 'reading_time', {
    ...computed<PostView>('page', flag, () => true),
    // Ghost leaves the key out when the request names fields, even when it names `page`.
    isShown: ({ fields }) => fields === undefined,
  }),
);
