import { ValidationError } from '@almanac/errors';
import type { PostStatus } from '@almanac/entities';

/** The actions of status changes. The outbox events are named `post.<action>` and `page.<action>`. */
export type StatusAction = 'published' | 'published.edited' | 'unpublished' | 'scheduled' | 'unscheduled';

/**
 * The allowed status changes of a post or page: by old status, then by new status, the action of the change. Null means that the change
 * has no event of its own. A change without an entry is rejected.
 */
export const statusTransitions: Readonly<Record<PostStatus, Partial<Record<PostStatus, StatusAction | null>>>> = {
  draft: { draft: null, scheduled: 'scheduled', published: 'published' },
  scheduled: { draft: 'unscheduled', scheduled: null, published: 'published' },
  published: { draft: 'unpublished', published: 'published.edited' },
};

/** The action of a new post with this status, in addition to `added`; null if there is none. */
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
