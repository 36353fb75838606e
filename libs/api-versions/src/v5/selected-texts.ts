import type { Serializer } from '../contract';
import { changed, isNamed } from '../serialization/fields';
import { serializerOf } from '../serialization/serializer';
import type { PostView } from '../views';

/** With `fields`, v5 gives the excerpt and the reading time also without the format that they are made from. */
export function withTextsByName(post: Serializer<PostView>): Serializer<PostView> {
  return serializerOf(
    ['excerpt', 'reading_time'].reduce(
      (fields, name) => changed(fields, name, (field) => ({ ...field, isShown: isNamed(name) })),
      [...post.fields],
    ),
  );
}
