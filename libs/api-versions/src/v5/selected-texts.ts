import type { Serializer } from '../contract';
import { changed, isNamed } from '../serialization/fields';
import { serializerOf } from '../serialization/serializer';
import type { PostView } from '../views';

function byName(post: Serializer<PostView>, name: string): Serializer<PostView> {
  return serializerOf(changed(post.fields, name, (field) => ({ ...field, isShown: isNamed(name) })));
}

/** With `fields`, v5 gives the excerpt without the format that it is made from. */
export function withExcerptByName(post: Serializer<PostView>): Serializer<PostView> {
  return byName(post, 'excerpt');
}

/** With `fields`, v5 also has the reading time without the html. */
export function withReadingTimeByName(post: Serializer<PostView>): Serializer<PostView> {
  return byName(post, 'reading_time');
}
