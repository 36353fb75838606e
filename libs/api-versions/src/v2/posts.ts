import { changeField, computed, insertAfter, isNamed, without } from '../serialization/fields';
import { flag } from '../serialization/json-schema';
import type { Field, Serializer } from '../contract';
import { serializerOf } from '../serialization/serializer';
import type { PostView } from '../views';

type PostSerializer = Serializer<PostView>;

/** Posts and pages of the Content API v2 do not have `visibility`. */
export function withoutVisibility(post: PostSerializer): PostSerializer {
  return serializerOf(without(post.fields, 'visibility'));
}

/** The reading time came with v3. */
export function withoutReadingTime(post: PostSerializer): PostSerializer {
  return serializerOf(without(post.fields, 'reading_time'));
}

/** The Content API v2 has `page` on posts and pages; v3 only on pages. */
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

/**
 * In the Content API v2, `primary_author` and `primary_tag` are null where the relation was not requested; v3 leaves them out. If the
 * request has `fields`, both leave them out unless `fields` names them.
 */
export function withNullPrimaryFields(post: PostSerializer): PostSerializer {
  const fields = changeField(post.fields, 'primary_author', nullUnlessIncluded);
  return serializerOf(changeField(fields, 'primary_tag', nullUnlessIncluded));
}

function nullUnlessIncluded(relation: Field<PostView>): Field<PostView> {
  // True also for a request without `fields`.
  const isWanted = isNamed(relation.name);
  return {
    ...relation,
    isShown: (selection) => relation.isShown(selection) || isWanted(selection),
    read: (entity, context, selection) =>
      relation.isShown(selection) ? (relation.read(entity, context, selection) ?? null) : null,
  };
}
