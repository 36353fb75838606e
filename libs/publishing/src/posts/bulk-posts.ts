import type { PostStatus, PostType, Tag } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import type { BulkPostAction, PostInput, TagReference } from '@almanac/validation';
import type { Actor } from '../permissions/actor';
import type { WriteScope } from '../write-scope';
import type { PostChange } from './create-post';
import { editPost } from './edit-post';
import { lockPost } from './lock-post';
import type { LockedPost } from './read-post-record';

/** The statuses of the posts that an action changes. Absent for every status. */
const statusesOf: Partial<Record<BulkPostAction['action'], readonly PostStatus[]>> = {
  publish: ['draft', 'scheduled'],
  schedule: ['draft', 'scheduled'],
  unpublish: ['published'],
  unschedule: ['scheduled'],
};

/** The statuses of the posts that a bulk action changes; undefined for all. */
export function statusesOfBulk({ action }: BulkPostAction): readonly PostStatus[] | undefined {
  return statusesOf[action];
}

/**
 * Changes one post or page as a part of a bulk action, by the rules of an edit of it.
 * @throws NotFoundError, NoPermissionError, ValidationError also when the action is not about the status of the post
 */
export async function editInBulk(
  scope: WriteScope,
  actor: Actor,
  target: { type: PostType; id: string },
  change: BulkPostAction,
): Promise<PostChange> {
  const locked = await lockPost(scope, target.type, target.id);
  assertChangesStatus(change, locked.post.status);
  return editPost(scope, actor, target, inputOf(change, locked), {});
}

/** A named post may have another status than those that the action changes; a filter is narrowed to them before. */
function assertChangesStatus(change: BulkPostAction, status: PostStatus): void {
  const statuses = statusesOfBulk(change);
  if (!statuses || statuses.includes(status)) return;
  throw new ValidationError(`The status is "${status}", so the action "${change.action}" does not apply.`, {
    context: `${change.action} is for posts with the status ${statuses.join(' or ')}.`,
  });
}

function inputOf(change: BulkPostAction, { post, now }: LockedPost): PostInput {
  switch (change.action) {
    case 'publish':
      // The date of a scheduled post lies in the future.
      return { status: 'published', ...(post.status === 'scheduled' && { publishedAt: now }) };
    case 'schedule':
      return { status: 'scheduled', publishedAt: change.publishedAt };
    case 'unpublish':
      return { status: 'draft' };
    case 'unschedule':
      return { status: 'draft', publishedAt: null };
    case 'feature':
    case 'unfeature':
      return { featured: change.action === 'feature' };
    case 'access':
      return { visibility: change.visibility };
    case 'addTag':
      return { tags: [...post.tags.map(idOf), ...change.tags] };
    case 'removeTag':
      return { tags: post.tags.filter((tag) => !change.tags.some((removed) => isTag(tag, removed))).map(idOf) };
  }
}

const idOf = ({ id }: { id: string }): { id: string } => ({ id });

/** Whether a reference means a tag: by the first of its id, slug and name that it has. */
function isTag(tag: Tag, { id, slug, name }: TagReference): boolean {
  if (id !== undefined) return tag.id === id;
  if (slug !== undefined) return tag.slug === slug;
  return tag.name.toLowerCase() === name?.toLowerCase();
}
