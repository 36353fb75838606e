import { ValidationError } from '@almanac/errors';
import type { PostStatus } from '@almanac/entities';

/** The events of status changes, without the prefix `post.` or `page.`. */
export type StatusEvent = 'published' | 'published.edited' | 'unpublished' | 'scheduled' | 'unscheduled';

/**
 * The allowed status changes of a post or page, from the first to the second status, and their events; null for no event.
 * A change that is not listed is rejected. No other code decides about a status.
 */
export const statusTransitions: Readonly<Record<PostStatus, Partial<Record<PostStatus, StatusEvent | null>>>> = {
  draft: { draft: null, scheduled: 'scheduled', published: 'published' },
  scheduled: { draft: 'unscheduled', scheduled: null, published: 'published' },
  published: { draft: 'unpublished', published: 'published.edited' },
};

/** The event of a post that is created with this status, in addition to `added`. */
export const initialEvents: Readonly<Record<PostStatus, StatusEvent | null>> = {
  draft: null,
  scheduled: 'scheduled',
  published: 'published',
};

/**
 * The event of a status change; null for no event.
 * @throws ValidationError when the change is not allowed
 */
export function eventOfTransition(from: PostStatus, to: PostStatus): StatusEvent | null {
  const event = statusTransitions[from][to];
  if (event === undefined) {
    throw new ValidationError('Your post is already published, please reload your page.');
  }
  return event;
}
