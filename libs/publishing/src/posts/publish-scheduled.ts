import type { PostType } from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import { systemActor, type Actor } from '../permissions/actor';
import { authorize } from '../permissions/authorize';
import type { WriteScope } from '../write-scope';
import type { PostChange } from './create-post';
import { editPost } from './edit-post';
import { lockPost } from './lock-post';

/** The maximum difference between the due time and the request, before and after the due time. */
const TOLERANCE_MS = 2 * 60_000;

/**
 * Publishes a scheduled post or page at the request of an external scheduler. A post that is published already is returned unchanged.
 * @param options `force` also publishes a post that is more than two minutes overdue
 * @throws NotFoundError when the post does not exist or is a draft, when it is due in more than two minutes, or when it is more
 *   than two minutes overdue and `force` is not set
 * @throws NoPermissionError
 * @throws ValidationError when `unpublishAt` of the post has passed
 */
export async function publishScheduled(
  scope: WriteScope,
  actor: Actor,
  target: { type: PostType; id: string },
  { force = false }: { force?: boolean },
): Promise<PostChange> {
  authorize(actor, 'schedules.publish');
  const { post, now } = await lockPost(scope, target.type, target.id);
  if (post.status === 'published') return { post, invalidates: null };
  if (post.status === 'draft' || post.publishedAt === null) throw new NotFoundError('Job not found.');
  const lateMs = now.getTime() - post.publishedAt.getTime();
  if (lateMs < -TOLERANCE_MS) throw new NotFoundError('Job not found.');
  if (lateMs > TOLERANCE_MS && !force) {
    throw new NotFoundError('Use the force flag to publish a post in the past.');
  }
  // The role of an external scheduler has the permission to publish scheduled posts, but not to edit posts.
  return editPost(scope, systemActor, target, { status: 'published' }, {});
}
