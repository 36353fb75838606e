import type { Serializer } from '../contract';
import { changeField, isNamed } from '../serialization/fields';
import { serializerOf } from '../serialization/serializer';
import type { PostView } from '../views';

/** The serializer with this field shown whenever `fields` names it. */
function shownByName(post: Serializer<PostView>, name: string): Serializer<PostView> {
  return serializerOf(changeField(post.fields, name, (field) => ({ ...field, isShown: isNamed(name) })));
}

/** `fields=excerpt` is enough to show the excerpt in v5; other versions also need `formats=plaintext`. */
export function withExcerptByName(post: Serializer<PostView>): Serializer<PostView> {
  return shownByName(post, 'excerpt');
}

/** `fields=reading_time` is enough to show the reading time in v5; other versions show it only with the html. */
export function withReadingTimeByName(post: Serializer<PostView>): Serializer<PostView> {
  return shownByName(post, 'reading_time');
}
