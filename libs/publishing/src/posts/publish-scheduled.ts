import type { PostType } from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import { authorize } from '../permissions/authorize';
import type { Actor } from '../permissions/actor';
import type { WriteScope } from '../write-scope';
import type { PostChange } from './create-post';
import { editPost } from './edit-post';
import { lockPost } from './lock-post';
import { systemActor } from '../permissions/actor';

/** How far from its moment a schedule may be called. */
const TOLERANCE_MS = 2 * 60_000;

/**
 * Publishes a scheduled post or page because its moment has come, on the word of the scheduler.
 * One that is published already is answered as it is.
 * @param force also publishes what is more than two minutes late
 * @throws NotFoundError for what is not there, not scheduled, not yet due, or too late without force
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
  return editPost(scope, systemActor, target, { status: 'published' }, {});
}
