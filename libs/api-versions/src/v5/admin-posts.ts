import type { Field, ResponseSelection, Serializer } from '../contract';
import { changeField, computed, related, without } from '../serialization/fields';
import { integerSchema, stringSchema } from '../serialization/json-schema';
import { serializerOf } from '../serialization/serializer';
import type { PostView } from '../views';

type PostSerializer = Serializer<PostView>;

/**
 * Fields that a response contains only with `include=almanac`. Posts and pages of Ghost 5 do not have them. The exception is
 * `show_title_and_feature_image` of pages: Ghost 5 has it, but a strict client rejects it (`@ts-ghost/admin-api`).
 */
const almanacFields: ReadonlySet<string> = new Set([
  'send_email_when_published',
  'email_recipient_filter',
  'unpublish_at',
  'show_title_and_feature_image',
]);

const includesAlmanac = ({ include }: ResponseSelection): boolean => include?.includes('almanac') ?? false;

/** Changes `almanacFields` so that a response contains them only with `include=almanac`. */
export function withAlmanacFieldsOnRequest(post: PostSerializer): PostSerializer {
  const onRequest = (field: Field<PostView>): Field<PostView> => ({
    ...field,
    isOptional: true,
    isShown: (selection) => includesAlmanac(selection) && (selection.fields === undefined || field.isShown(selection)),
  });
  return serializerOf(post.fields.map((field) => (almanacFields.has(field.name) ? onRequest(field) : field)));
}

const areBothShown = ({ formats = [] }: ResponseSelection): boolean =>
  formats.includes('mobiledoc') && formats.includes('lexical');
const hasLexicalSource = ({ lexical }: PostView): boolean => lexical !== null && lexical !== undefined;
const hasMobiledocSource = (post: PostView): boolean => !hasLexicalSource(post);

/**
 * Changes responses with mobiledoc and lexical so that the document that is not the source is null, as in Ghost 5. So a client that sends
 * the post back does not send two documents.
 */
export function withOneSource(post: PostSerializer): PostSerializer {
  const nullUnless =
    (isSource: (post: PostView) => boolean) =>
    (field: Field<PostView>): Field<PostView> => ({
      ...field,
      read: (entity, context, selection) =>
        areBothShown(selection) && !isSource(entity) ? null : field.read(entity, context, selection),
    });
  const fields = changeField(post.fields, 'mobiledoc', nullUnless(hasMobiledocSource));
  return serializerOf(changeField(fields, 'lexical', nullUnless(hasLexicalSource)));
}

/** The numbers of clicks and of feedback: always 0, because Almanac does not count them. */
const counts: Field<PostView> = {
  ...related(
    'count',
    {
      type: 'object',
      properties: { clicks: integerSchema, positive_feedback: integerSchema, negative_feedback: integerSchema },
      required: ['clicks', 'positive_feedback', 'negative_feedback'],
      additionalProperties: false,
    },
    () => ({ clicks: 0, positive_feedback: 0, negative_feedback: 0 }),
  ),
  isShown: ({ fields, include }) =>
    fields === undefined && (include === undefined || include.some((name) => name.startsWith('count.'))),
};

const newsletter: Field<PostView> = related('newsletter', { type: 'null' }, () => null);

/** Adds the fields of Ghost 5 about the mail of a post. */
export function withMail(post: PostSerializer): PostSerializer {
  return serializerOf([
    ...post.fields,
    computed<PostView>('email_segment', stringSchema, ({ emailRecipientFilter }) => emailRecipientFilter ?? 'all'),
    newsletter,
  ]);
}

/** Removes the fields about mail that pages of Ghost 5 do not have. */
export function withoutMail(page: PostSerializer): PostSerializer {
  return serializerOf(without(page.fields, 'email_subject', 'email_recipient_filter', 'email_only', 'email'));
}

/** Adds the keys of features that Almanac does not have. Clients of Ghost 5 expect the keys. */
export function withKeysOfMissingFeatures(post: PostSerializer): PostSerializer {
  return serializerOf([...post.fields, computed('frontmatter', { type: 'null' }, () => null), counts]);
}
