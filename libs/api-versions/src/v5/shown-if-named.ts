import type { Serializer } from '../contract';
import { changeField, isNamed } from '../serialization/fields';
import { serializerOf } from '../serialization/serializer';
import type { PostView } from '../views';

/** Changes a field so that a response contains it exactly if the query parameter `fields` names it or is absent. */
function shownIfNamed(post: Serializer<PostView>, name: string): Serializer<PostView> {
  return serializerOf(changeField(post.fields, name, (field) => ({ ...field, isShown: isNamed(name) })));
}

/** In v5, a request needs only `fields=excerpt` to get the excerpt. In other versions, it also needs `formats=plaintext`. */
export function withExcerptIfFieldsNameIt(post: Serializer<PostView>): Serializer<PostView> {
  return shownIfNamed(post, 'excerpt');
}

/** In v5, a request needs only `fields=reading_time` to get the reading time. In other versions, it also has to select the html. */
export function withReadingTimeIfFieldsNameIt(post: Serializer<PostView>): Serializer<PostView> {
  return shownIfNamed(post, 'reading_time');
}
