import type { PostInput } from '@almanac/validation';
import type { Actor } from '../permissions/actor';
import { authorize, permissionError } from '../permissions/authorize';
import type { Permission } from '../permissions/permission-table';
import type { AuthorRecord, PostRecord } from './post-record';

/** The properties of a stored post that permissions depend on. */
export type ProtectedPost = Pick<PostRecord, 'status' | 'visibility'> & {
  /** In the stored order; the first one is the primary author. */
  authors: readonly Pick<AuthorRecord, 'id'>[];
};

/** The properties of an input that permissions depend on. */
export interface RequestedChange {
  input: Pick<PostInput, 'status' | 'visibility' | 'authors'>;
  /** The id of the first existing user in `authors` of the input; undefined if there is none. */
  primaryAuthorId: string | undefined;
}

function isAuthorOf(actor: Actor, post: ProtectedPost): boolean {
  return post.authors.some(({ id }) => id === actor.id);
}

function isPrimaryAuthorOf(actor: Actor, post: ProtectedPost): boolean {
  return post.authors[0]?.id === actor.id;
}

/** @param status absent in an input that does not set it: a new post is a draft, and an edited post keeps its status */
function isDraft(status: string | undefined): boolean {
  return status === undefined || status === 'draft';
}

/** @throws NoPermissionError unless the condition is true */
function assertAllowed(isAllowed: boolean, permission: Permission): void {
  if (!isAllowed) throw permissionError(permission);
}

/**
 * Checks that the actor may add this post or page.
 * With the reach `own` or `drafts`, the actor has to be the first author. With `own`, a visibility in the input has to be `public`;
 * without a visibility, the post gets the default of the site. `drafts` allows only drafts, with any visibility as in Ghost.
 * @throws NoPermissionError
 */
export function assertMayAdd(actor: Actor, { input, primaryAuthorId }: RequestedChange): void {
  const reach = authorize(actor, 'posts.add');
  if (reach === 'any') return;
  assertAllowed(primaryAuthorId === actor.id, 'posts.add');
  if (reach === 'drafts') assertAllowed(isDraft(input.status), 'posts.add');
  else assertAllowed(input.visibility === undefined || input.visibility === 'public', 'posts.add');
}

/**
 * Checks that the actor may change this post or page. With the reach `own` or `drafts`, the actor has to be one of the authors, and
 * must not change the first author. With `own`, the actor must not change the visibility. `drafts` allows only drafts, with any
 * visibility as in Ghost.
 * @throws NoPermissionError
 */
export function assertMayEdit(actor: Actor, post: ProtectedPost, { input, primaryAuthorId }: RequestedChange): void {
  const reach = authorize(actor, 'posts.edit');
  if (reach === 'any') return;
  const keepsPrimaryAuthor = input.authors === undefined || primaryAuthorId === post.authors[0]?.id;
  assertAllowed(isAuthorOf(actor, post) && keepsPrimaryAuthor, 'posts.edit');
  if (reach === 'drafts') assertAllowed(isDraft(post.status) && isDraft(input.status), 'posts.edit');
  else assertAllowed(input.visibility === undefined || input.visibility === post.visibility, 'posts.edit');
}

/**
 * Checks that the actor may delete this post or page. With the reach `own` or `drafts`, the actor has to be the first author.
 * `drafts` allows only drafts.
 * @throws NoPermissionError
 */
export function assertMayDelete(actor: Actor, post: ProtectedPost): void {
  const reach = authorize(actor, 'posts.destroy');
  if (reach === 'any') return;
  assertAllowed(isPrimaryAuthorOf(actor, post) && (reach !== 'drafts' || isDraft(post.status)), 'posts.destroy');
}

/**
 * The input without the properties that the actor may not set. As in Ghost, they are ignored without an error:
 * `authors` for the reaches `own` and `drafts`, and `tags` for `drafts`.
 */
export function permittedInput(actor: Actor, input: PostInput): PostInput {
  const reach = authorize(actor, 'posts.edit');
  if (reach === 'any') return input;
  const { authors: _authors, ...rest } = input;
  if (reach !== 'drafts') return rest;
  const { tags: _tags, ...permitted } = rest;
  return permitted;
}
