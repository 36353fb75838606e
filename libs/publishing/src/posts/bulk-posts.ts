import type { PostStatus, PostType, Tag } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import type { BulkPostAction, PostInput, TagReference } from '@almanac/validation';
import type { Actor } from '../permissions/actor';
import type { WriteScope } from '../write-scope';
import type { PostChange } from './create-post';
import { editPost } from './edit-post';
import { lockPost } from './lock-post';
import { comparedName } from './post-tags';
import type { LockedPost } from './read-post-record';

/** The statuses of the posts to which an action applies. An action without an entry applies to every status. */
const applicableStatuses: Partial<Record<BulkPostAction['action'], readonly PostStatus[]>> = {
  publish: ['draft', 'scheduled'],
  schedule: ['draft', 'scheduled'],
  unpublish: ['published'],
  unschedule: ['scheduled'],
};

/** The statuses of the posts to which a bulk action applies; undefined for all statuses. */
export function statusesForBulkAction({ action }: BulkPostAction): readonly PostStatus[] | undefined {
  return applicableStatuses[action];
}

/**
 * Applies a bulk action to one post or page. The rules of a single edit apply.
 * @throws NotFoundError, NoPermissionError; ValidationError, also when the action does not apply to the status of the post
 */
export async function editInBulk(
  scope: WriteScope,
  actor: Actor,
  target: { type: PostType; id: string },
  change: BulkPostAction,
): Promise<PostChange> {
  const locked = await lockPost(scope, target.type, target.id);
  assertApplicable(change, locked.post.status);
  return editPost(scope, actor, target, inputOf(change, locked), {});
}

/**
 * Checks the status of the post. This matters for posts that the client selected by id: a selection by a filter contains only posts
 * to which the action applies.
 * @throws ValidationError
 */
function assertApplicable(change: BulkPostAction, status: PostStatus): void {
  const statuses = statusesForBulkAction(change);
  if (!statuses || statuses.includes(status)) return;
  throw new ValidationError(`The status is "${status}", so the action "${change.action}" does not apply.`, {
    context: `${change.action} is for posts with the status ${statuses.join(' or ')}.`,
  });
}

/** The input of a single edit with the effect of the bulk action. */
function inputOf(change: BulkPostAction, { post, now }: LockedPost): PostInput {
  switch (change.action) {
    case 'publish': {
      // A scheduled post has a date in the future unless it is due. A draft that was scheduled before can have such a date, too.
      // With the date null, `editPost` stores the current time instead.
      const isPlanned = post.status === 'scheduled' || (post.publishedAt !== null && post.publishedAt > now);
      return { status: 'published', ...(isPlanned && { publishedAt: null }) };
    }
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
      return {
        tags: [...post.tags.map(idOf), ...change.tags.filter((added) => !post.tags.some((tag) => isTag(tag, added)))],
      };
    case 'removeTag':
      return { tags: post.tags.filter((tag) => !change.tags.some((removed) => isTag(tag, removed))).map(idOf) };
  }
}

const idOf = ({ id }: { id: string }): { id: string } => ({ id });

/** Whether a reference means this tag. The id decides if the reference has one, else the slug, else the name. */
function isTag(tag: Tag, { id, slug, name }: TagReference): boolean {
  if (id !== undefined) return tag.id === id;
  if (slug !== undefined) return tag.slug === slug;
  return comparedName(tag.name) === comparedName(name);
}
