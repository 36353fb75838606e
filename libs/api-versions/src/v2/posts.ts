import { changed, computed, insertAfter, isNamed, without } from '../serialization/fields';
import { flag } from '../serialization/json-schema';
import { type Serializer, serializerOf } from '../serialization/serializer';
import type { PostView } from '../views';

type PostSerializer = Serializer<PostView>;

/** v2 was written before posts had readers of different kinds: its public answers never say who may read. */
export function withoutVisibility(post: PostSerializer): PostSerializer {
  return serializerOf(without(post.fields, 'visibility'));
}

/** v3 began to estimate how long a text takes to read. */
export function withoutReadingTime(post: PostSerializer): PostSerializer {
  return serializerOf(without(post.fields, 'reading_time'));
}

/** v2 marks posts and pages alike; v3 says `page` only on pages. */
export function withPageFlagOnEveryPost(post: PostSerializer): PostSerializer {
  const others = post.fields.filter((field) => field.name !== 'page');
  return serializerOf(
    insertAfter(
      others,
      'url',
      computed('page', flag, (entity) => entity.type === 'page'),
    ),
  );
}

/** v2 gives `primary_author` and `primary_tag` as null where the relation was not asked for; v3 leaves them out. */
export function withPrimaryFieldsAlways(post: PostSerializer): PostSerializer {
  return serializerOf(
    ['primary_author', 'primary_tag'].reduce(
      (fields, name) =>
        changed(fields, name, (field) => {
          const isNamedOrWhole = isNamed(name);
          return {
            ...field,
            isShown: (selection) => field.isShown(selection) || isNamedOrWhole(selection),
            read: (entity, view, selection) =>
              field.isShown(selection) ? (field.read(entity, view, selection) ?? null) : null,
          };
        }),
      [...post.fields],
    ),
  );
}

/** Sending posts by mail, and taking them offline by themselves, came after v2. */
export function withoutEmailAndUnpublishing(post: PostSerializer): PostSerializer {
  return serializerOf(without(post.fields, 'email_subject', 'send_email_when_published', 'email', 'unpublish_at'));
}
