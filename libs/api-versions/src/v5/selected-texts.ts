import type { Serializer } from '../contract';
import { changeField, isNamed } from '../serialization/fields';
import { serializerOf } from '../serialization/serializer';
import type { PostView } from '../views';

function shownByName(post: Serializer<PostView>, name: string): Serializer<PostView> {
  return serializerOf(changeField(post.fields, name, (field) => ({ ...field, isShown: isNamed(name) })));
}

/** With `fields`, v5 has the excerpt also without `formats=plaintext`. */
export function withExcerptByName(post: Serializer<PostView>): Serializer<PostView> {
  return shownByName(post, 'excerpt');
}

/** With `fields`, v5 has the reading time also without the html. */
export function withReadingTimeByName(post: Serializer<PostView>): Serializer<PostView> {
  return shownByName(post, 'reading_time');
}
