import type { Field, Selection, Serializer } from '../contract';
import { changed, computed, related, without } from '../serialization/fields';
import { count, text } from '../serialization/json-schema';
import { serializerOf } from '../serialization/serializer';
import type { PostView } from '../views';

type PostSerializer = Serializer<PostView>;

/**
 * Fields that Ghost 5 does not have, and one that strict clients of Ghost 5 reject (`@ts-ghost/admin-api`); `include=almanac` adds
 * them.
 */
const ownFields: ReadonlySet<string> = new Set([
  'send_email_when_published',
  'email_recipient_filter',
  'unpublish_at',
  'show_title_and_feature_image',
]);

const asksForOwnFields = ({ include }: Selection): boolean => include?.includes('almanac') ?? false;

/** The fields that Ghost 5 does not have are shown on request only. */
export function withOwnFieldsOnRequest(post: PostSerializer): PostSerializer {
  const onRequest = (field: Field<PostView>): Field<PostView> => ({
    ...field,
    isOptional: true,
    isShown: (selection) => asksForOwnFields(selection) && (selection.fields === undefined || field.isShown(selection)),
  });
  return serializerOf(post.fields.map((field) => (ownFields.has(field.name) ? onRequest(field) : field)));
}

const areBothShown = ({ formats = [] }: Selection): boolean =>
  formats.includes('mobiledoc') && formats.includes('lexical');
const hasLexicalSource = ({ lexical }: PostView): boolean => lexical !== null && lexical !== undefined;
const hasMobiledocSource = (post: PostView): boolean => !hasLexicalSource(post);

/** With both formats, only the source has a value, as in Ghost 5: a client then sends back one of them. */
export function withOneSource(post: PostSerializer): PostSerializer {
  const nullUnless =
    (isSource: (post: PostView) => boolean) =>
    (field: Field<PostView>): Field<PostView> => ({
      ...field,
      read: (entity, view, selection) =>
        areBothShown(selection) && !isSource(entity) ? null : field.read(entity, view, selection),
    });
  const fields = changed(post.fields, 'mobiledoc', nullUnless(hasMobiledocSource));
  return serializerOf(changed(fields, 'lexical', nullUnless(hasLexicalSource)));
}

/** Clicks and feedback are not counted. */
const counts: Field<PostView> = {
  ...related(
    'count',
    {
      type: 'object',
      properties: { clicks: count, positive_feedback: count, negative_feedback: count },
      required: ['clicks', 'positive_feedback', 'negative_feedback'],
      additionalProperties: false,
    },
    () => ({ clicks: 0, positive_feedback: 0, negative_feedback: 0 }),
  ),
  isShown: ({ fields, include }) =>
    fields === undefined && (include === undefined || include.some((name) => name.startsWith('count.'))),
};

const newsletter: Field<PostView> = related('newsletter', { type: 'null' }, () => null);

const absentFeatures: readonly Field<PostView>[] = [computed('frontmatter', { type: 'null' }, () => null), counts];

/** The fields of Ghost 5 about the mail of a post. */
export function withMail(post: PostSerializer): PostSerializer {
  return serializerOf([
    ...post.fields,
    computed<PostView>('email_segment', text, ({ emailRecipientFilter }) => emailRecipientFilter ?? 'all'),
    newsletter,
    ...absentFeatures,
  ]);
}

/** Ghost 5 has no mails of pages. */
export function withoutMail(page: PostSerializer): PostSerializer {
  return serializerOf([
    ...without(page.fields, 'email_subject', 'email_recipient_filter', 'email_only', 'email'),
    ...absentFeatures,
  ]);
}
