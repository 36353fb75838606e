import { ValidationError } from '@almanac/errors';
import { type ApiVersion, postDefinition, postMetaDefinition, tagDefinition } from '@almanac/resource-fields';
import type { AuthorReference, PostInput, TagReference } from '@almanac/validation';
import { identifiersIn } from '../../inputs/texts';
import { elementIn, isObject, listIn } from '../../inputs/envelope';
import { readInput, readInstant } from '../../inputs/field-inputs';
import { InputSchemas } from '../../inputs/input-schemas';
import { bodySchema, postSchema } from './post-schemas';

interface PostInputs {
  addPost: (body: unknown) => PostInput;
  editPost: (body: unknown) => PostInput;
  addPage: (body: unknown) => PostInput;
  editPage: (body: unknown) => PostInput;
}

/** The functions that read posts and pages from the request bodies of a version. */
export function postInputs(version: ApiVersion): PostInputs {
  const checkOf = (resource: 'posts' | 'pages', action: 'add' | 'edit'): ((body: unknown) => void) =>
    new InputSchemas([postSchema(resource, version, action)]).checkOf(
      resource,
      bodySchema(resource, 'post', [action === 'add' ? 'title' : 'updated_at']),
    );
  const readerOfPages = (check: (body: unknown) => void) => (body: unknown) => {
    // Throws BadRequestError for a body without a page. In `readerOfPosts`, `check` throws ValidationError for a body without a post.
    elementIn(body, 'pages');
    check(body);
    const page = postFrom(body, 'pages');
    assertOnSite(page);
    return page;
  };
  const readerOfPosts = (check: (body: unknown) => void) => (body: unknown) => {
    check(body);
    return postFrom(body, 'posts');
  };
  return {
    addPost: readerOfPosts(checkOf('posts', 'add')),
    editPost: readerOfPosts(checkOf('posts', 'edit')),
    addPage: readerOfPages(checkOf('pages', 'add')),
    editPage: readerOfPages(checkOf('pages', 'edit')),
  };
}

/** @throws ValidationError for a page by e-mail only: the Content API would not return it, and pages are not mailed */
function assertOnSite({ emailOnly }: PostInput): void {
  if (emailOnly) throw new ValidationError('A page cannot be sent by e-mail only.', { property: 'email_only' });
}

function postFrom(body: unknown, resource: string): PostInput {
  const [first] = listIn(body, resource);
  const fields = isObject(first) ? first : {};
  const dataPath = `.${resource}[0]`;
  const updatedAt = readInstant(fields, 'updated_at', dataPath);
  return {
    ...readInput(postDefinition, fields, dataPath),
    ...readInput(postMetaDefinition, fields, dataPath),
    ...(updatedAt && { updatedAt }),
    ...(Array.isArray(fields.tags) && { tags: fields.tags.map((tag) => tagReference(tag, dataPath)) }),
    ...(Array.isArray(fields.authors) && { authors: fields.authors.map(authorReference) }),
  };
}

function tagReference(value: unknown, dataPath: string): TagReference {
  if (!isObject(value)) return { name: String(value) };
  // The slug of a tag may be null or empty in a request. `identifiersIn` leaves it out then.
  const { slug: _slug, ...fields } = readInput(tagDefinition, value, dataPath);
  return { ...fields, ...identifiersIn(value, 'id', 'slug') };
}

/** The id, slug or e-mail address of an author. A string is an e-mail address, even if it looks like a slug, as in Ghost. */
function authorReference(value: unknown): AuthorReference {
  return isObject(value) ? identifiersIn(value, 'id', 'slug', 'email') : { email: String(value) };
}
