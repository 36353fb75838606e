import type { AuthorReference, PostInput, PostMetaInput, TagReference } from '@almanac/validation';
import { postStatuses, postVisibilities, tagDefinition } from '@almanac/resource-fields';
import { textOf, textOrNullOf } from '../../inputs/climb';
import { elementIn, type Fields, isFields, listIn } from '../../inputs/envelope';
import { InputSchemas } from '../../inputs/input-schemas';
import { refuseDate } from './dates';
import { bodySchema, postDefinition, type PostGeneration } from './post-schemas';

export interface PostInputs {
  addPost: (body: unknown) => PostInput;
  editPost: (body: unknown) => PostInput;
  addPage: (body: unknown) => PostInput;
  editPage: (body: unknown) => PostInput;
}

/** How posts and pages are read from bodies, with or without the fields that came after v2. */
export function postInputs(generation: PostGeneration): PostInputs {
  const checkOf = (resource: 'posts' | 'pages', verb: 'add' | 'edit'): ((body: unknown) => void) =>
    new InputSchemas([postDefinition(resource, generation, verb)]).checkOf(
      resource,
      bodySchema(resource, 'post', [verb === 'add' ? 'title' : 'updated_at']),
    );
  const page = (check: (body: unknown) => void) => (body: unknown) => {
    elementIn(body, 'pages');
    check(body);
    return climb(body, 'pages');
  };
  const post = (check: (body: unknown) => void) => (body: unknown) => {
    check(body);
    return climb(body, 'posts');
  };
  return {
    addPost: post(checkOf('posts', 'add')),
    editPost: post(checkOf('posts', 'edit')),
    addPage: page(checkOf('pages', 'add')),
    editPage: page(checkOf('pages', 'edit')),
  };
}

function climb(body: unknown, resource: string): PostInput {
  const [first] = listIn(body, resource);
  const fields = isFields(first) ? first : {};
  const place = `.${resource}[0]`;
  return withoutUndefined<PostInput>({
    title: textOf(fields.title),
    slug: textOf(fields.slug),
    mobiledoc: textOrNullOf(fields.mobiledoc),
    html: textOrNullOf(fields.html),
    featureImage: textOrNullOf(fields.feature_image),
    featured: flagOf(fields.featured),
    status: postStatuses.find((status) => status === fields.status),
    locale: textOrNullOf(fields.locale),
    visibility: postVisibilities.find((visibility) => visibility === fields.visibility),
    customExcerpt: textOrNullOf(fields.custom_excerpt),
    codeinjectionHead: textOrNullOf(fields.codeinjection_head),
    codeinjectionFoot: textOrNullOf(fields.codeinjection_foot),
    customTemplate: textOrNullOf(fields.custom_template),
    canonicalUrl: textOrNullOf(fields.canonical_url),
    publishedAt: dateOf(fields, 'published_at', place),
    unpublishAt: dateOf(fields, 'unpublish_at', place),
    updatedAt: dateOf(fields, 'updated_at', place) ?? undefined,
    emailSubject: textOrNullOf(fields.email_subject),
    sendEmailWhenPublished: flagOf(fields.send_email_when_published),
    tags: Array.isArray(fields.tags) ? fields.tags.map(tagReference) : undefined,
    authors: Array.isArray(fields.authors) ? fields.authors.map(authorReference) : undefined,
    ...metaOf(fields),
  });
}

function metaOf(fields: Fields): PostMetaInput {
  return {
    metaTitle: textOrNullOf(fields.meta_title),
    metaDescription: textOrNullOf(fields.meta_description),
    ogImage: textOrNullOf(fields.og_image),
    ogTitle: textOrNullOf(fields.og_title),
    ogDescription: textOrNullOf(fields.og_description),
    twitterImage: textOrNullOf(fields.twitter_image),
    twitterTitle: textOrNullOf(fields.twitter_title),
    twitterDescription: textOrNullOf(fields.twitter_description),
  };
}

function tagReference(value: unknown): TagReference {
  if (!isFields(value)) return { name: String(value) };
  return withoutUndefined<TagReference>({
    id: textOf(value.id),
    slug: textOf(value.slug),
    name: textOf(value.name),
    description: textOrNullOf(value.description),
    featureImage: textOrNullOf(value.feature_image),
    visibility: tagDefinition.fields.visibility.values.find((visibility) => visibility === value.visibility),
    metaTitle: textOrNullOf(value.meta_title),
    metaDescription: textOrNullOf(value.meta_description),
  });
}

// A bare text is an e-mail, even when it looks like a slug, as in Ghost.
function authorReference(value: unknown): AuthorReference {
  if (!isFields(value)) return { email: String(value) };
  return withoutUndefined<AuthorReference>({
    id: textOf(value.id),
    slug: textOf(value.slug),
    email: textOf(value.email),
  });
}

function flagOf(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function dateOf(fields: Fields, name: string, place: string): Date | null | undefined {
  const value = textOrNullOf(fields[name]);
  if (value === null || value === undefined) return value;
  const date = new Date(value);
  // The schema's date-time lets days through that no month has.
  if (Number.isNaN(date.getTime())) throw refuseDate(name, place);
  date.setUTCMilliseconds(0);
  return date;
}

function withoutUndefined<Input extends object>(input: Input): Input {
  for (const [name, value] of Object.entries(input)) if (value === undefined) Reflect.deleteProperty(input, name);
  return input;
}
