import { changeField, computed, insertAfter, isNamed, without } from '../serialization/fields';
import { booleanSchema } from '../serialization/json-schema';
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

/** Posts and pages of the Content API v2 have `page`; in v3 only pages have it. */
export function withPageFlagOnEveryPost(post: PostSerializer): PostSerializer {
  const others = post.fields.filter((field) => field.name !== 'page');
  return serializerOf(
    insertAfter(
      others,
      'url',
      computed('page', booleanSchema, (entity) => entity.type === 'page'),
    ),
  );
}

/**
 * If a request does not include the relation (`authors` or `tags`), v3 leaves `primary_author` and `primary_tag` out. The Content API v2
 * returns null for them, unless the request has `fields` and does not name them there.
 */
export function withNullPrimaryAuthorAndTag(post: PostSerializer): PostSerializer {
  const fields = changeField(post.fields, 'primary_author', nullUnlessIncluded);
  return serializerOf(changeField(fields, 'primary_tag', nullUnlessIncluded));
}

function nullUnlessIncluded(relation: Field<PostView>): Field<PostView> {
  const isNamedOrWithoutFields = isNamed(relation.name);
  return {
    ...relation,
    isShown: (selection) => relation.isShown(selection) || isNamedOrWithoutFields(selection),
    read: (entity, context, selection) =>
      relation.isShown(selection) ? (relation.read(entity, context, selection) ?? null) : null,
  };
}
