import type { PostInput } from '@almanac/validation';
import type { Actor } from '../permissions/actor';
import { authorize, refusal } from '../permissions/authorize';
import type { Permission } from '../permissions/permission-table';
import type { PostRecord } from './post-record';

/** What of an input decides whether the actor may have it. */
export interface Wish {
  input: Pick<PostInput, 'status' | 'visibility' | 'authors'>;
  /** The first author named, when it exists. */
  primaryAuthorId: string | undefined;
}

function isAuthorOf(actor: Actor, post: PostRecord): boolean {
  return post.authors.some(({ id }) => id === actor.id);
}

function isPrimaryAuthorOf(actor: Actor, post: PostRecord): boolean {
  return post.authors[0]?.id === actor.id;
}

function isDraft(status: string | undefined): boolean {
  return status === undefined || status === 'draft';
}

function unless(isAllowed: boolean, permission: Permission): void {
  if (!isAllowed) throw refusal(permission);
}

/**
 * Whether the actor may add this post or page.
 * Those who reach only their own must name themselves as the first author; contributors write drafts only.
 * @throws NoPermissionError
 */
export function assertMayAdd(actor: Actor, { input, primaryAuthorId }: Wish): void {
  const reach = authorize(actor, 'posts.add');
  if (reach === 'any') return;
  unless(primaryAuthorId === actor.id, 'posts.add');
  if (reach === 'drafts') unless(isDraft(input.status), 'posts.add');
  // Who may see a post is not for authors to decide.
  else unless(input.visibility === undefined || input.visibility === 'public', 'posts.add');
}

/**
 * Whether the actor may change this post or page in this way.
 * @throws NoPermissionError
 */
export function assertMayEdit(actor: Actor, post: PostRecord, { input, primaryAuthorId }: Wish): void {
  const reach = authorize(actor, 'posts.edit');
  if (reach === 'any') return;
  const keepsPrimaryAuthor = input.authors === undefined || primaryAuthorId === post.authors[0]?.id;
  unless(isAuthorOf(actor, post) && keepsPrimaryAuthor, 'posts.edit');
  if (reach === 'drafts') unless(isDraft(post.status) && isDraft(input.status), 'posts.edit');
  else unless(input.visibility === undefined || input.visibility === post.visibility, 'posts.edit');
}

/**
 * Whether the actor may delete this post or page.
 * @throws NoPermissionError
 */
export function assertMayDelete(actor: Actor, post: PostRecord): void {
  const reach = authorize(actor, 'posts.destroy');
  if (reach === 'any') return;
  unless(isPrimaryAuthorOf(actor, post) && (reach !== 'drafts' || isDraft(post.status)), 'posts.destroy');
}

/**
 * The part of an input that the actor has a say in: below editors co-authors, and for contributors tags,
 * are dropped without a word, as clients of the API know it.
 */
export function withinReach(actor: Actor, input: PostInput): PostInput {
  const reach = authorize(actor, 'posts.edit');
  if (reach === 'any') return input;
  const { authors: _authors, ...rest } = input;
  if (reach !== 'drafts') return rest;
  const { tags: _tags, ...drafted } = rest;
  return drafted;
}
