import { computed, insertAfter } from '../../serialization/fields';
import { flag } from '../../serialization/json-schema';
import { serializerOf } from '../../serialization/serializer';
import type { PostView } from '../../views';
import { post } from './post';

/** A page is a post that says it is one. */
export const page = serializerOf<PostView>(
  insertAfter(post.fields, 'reading_time', {
    ...computed<PostView>('page', flag, () => true),
    // Ghost does not give the mark when fields are named, not even by its name.
    isShown: ({ fields }) => fields === undefined,
  }),
);
