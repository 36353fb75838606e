import { ValidationError } from '@almanac/errors';
import type { PostStatus } from '@almanac/entities';

/** What a move of the status is announced as, without the noun; null when the move itself is nothing to announce. */
export type StatusEvent = 'published' | 'published.edited' | 'unpublished' | 'scheduled' | 'unscheduled';

/**
 * Every move a post or page may make, from the first to the second status, and its event. What is not listed is refused.
 * Nothing else in the product assigns a status.
 */
export const statusMoves: Readonly<Record<PostStatus, Partial<Record<PostStatus, StatusEvent | null>>>> = {
  draft: { draft: null, scheduled: 'scheduled', published: 'published' },
  scheduled: { draft: 'unscheduled', scheduled: null, published: 'published' },
  published: { draft: 'unpublished', published: 'published.edited' },
};

/** The event of a post that comes into being with this status, beside `added`. */
export const initialEvents: Readonly<Record<PostStatus, StatusEvent | null>> = {
  draft: null,
  scheduled: 'scheduled',
  published: 'published',
};

/**
 * The event of a move.
 * @throws ValidationError when the table does not list the move
 */
export function eventOfMove(from: PostStatus, to: PostStatus): StatusEvent | null {
  const event = statusMoves[from][to];
  if (event === undefined) {
    throw new ValidationError('Your post is already published, please reload your page.');
  }
  return event;
}
