import type { Field, Serializer } from '../contract';
import { computed, insertAfter, without } from '../serialization/fields';
import { booleanSchema, stringOrNullSchema } from '../serialization/json-schema';
import { serializerOf } from '../serialization/serializer';
import type { PostView } from '../views';

type PostSerializer = Serializer<PostView>;

/** Whether the reader may read the whole post. */
const access: Field<PostView> = computed('access', booleanSchema, (post, context) => context.isGated?.(post) !== true);

/** Keys of features that Almanac does not have. */
const absentFeatures: readonly Field<PostView>[] = [
  computed('comments', booleanSchema, () => false),
  computed('frontmatter', { type: 'null' }, () => null),
];

/** Adds `access`, `email_subject`, and the keys of absent features. */
export function withAccessAndMail(post: PostSerializer): PostSerializer {
  const emailSubject = computed<PostView>('email_subject', stringOrNullSchema, (entity) => entity.emailSubject || null);
  return serializerOf([...insertAfter(post.fields, 'reading_time', access), ...absentFeatures, emailSubject]);
}

/** Removes `page` and `email_subject`, which pages of Ghost 5 do not have. */
export function withoutPageFlagAndMail(page: PostSerializer): PostSerializer {
  return serializerOf(without(page.fields, 'page', 'email_subject'));
}

const isTitleShown = ({ showTitleAndFeatureImage }: PostView): boolean => showTitleAndFeatureImage ?? true;

/** Adds whether the site shows the title and feature image of a page above its text. */
export function withShowTitleAndFeatureImage(page: PostSerializer): PostSerializer {
  return serializerOf([...page.fields, computed('show_title_and_feature_image', booleanSchema, isTitleShown)]);
}
