import { ValidationError } from '@almanac/errors';
import type { PostStatus } from '@almanac/entities';

/** The actions of status changes, as in the event names `post.<action>` and `page.<action>`. */
export type StatusAction = 'published' | 'published.edited' | 'unpublished' | 'scheduled' | 'unscheduled';

/**
 * The allowed status changes of a post or page, from the first to the second status, with their actions; null for a change without
 * an event of its own. A change that is not listed is rejected. Only this table decides which changes are allowed.
 */
export const statusTransitions: Readonly<Record<PostStatus, Partial<Record<PostStatus, StatusAction | null>>>> = {
  draft: { draft: null, scheduled: 'scheduled', published: 'published' },
  scheduled: { draft: 'unscheduled', scheduled: null, published: 'published' },
  published: { draft: 'unpublished', published: 'published.edited' },
};

/** The action of creating a post with this status, besides `added`; null for none. */
export const initialActions: Readonly<Record<PostStatus, StatusAction | null>> = {
  draft: null,
  scheduled: 'scheduled',
  published: 'published',
};

/**
 * The action of a status change; null for a change without an event of its own.
 * @throws ValidationError when the change is not allowed
 */
export function actionOfTransition(from: PostStatus, to: PostStatus): StatusAction | null {
  const action = statusTransitions[from][to];
  if (action === undefined) {
    throw new ValidationError('Your post is already published, please reload your page.');
  }
  return action;
}
