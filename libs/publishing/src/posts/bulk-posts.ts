import type { PostStatus, PostType } from '@almanac/entities';
import type { BulkPostAction, PostInput } from '@almanac/validation';
import type { Actor } from '../permissions/actor';
import type { WriteScope } from '../write-scope';
import type { PostChange } from './create-post';
import { editPost } from './edit-post';
import { lockPost } from './lock-post';
import type { LockedPost } from './read-post-record';

/** The statuses of the posts that an action is about; it does not touch the others. Absent for every status. */
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

/** Changes one post or page as a part of a bulk action, by the rules of an edit of it. */
export async function editInBulk(
  scope: WriteScope,
  actor: Actor,
  target: { type: PostType; id: string },
  change: BulkPostAction,
): Promise<PostChange> {
  const locked = await lockPost(scope, target.type, target.id);
  return editPost(scope, actor, target, inputOf(change, locked), {});
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
      return { tags: [...post.tags.map(({ id }) => ({ id })), ...change.tags] };
  }
}
