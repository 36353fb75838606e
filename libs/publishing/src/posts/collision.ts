import { UpdateCollisionError } from '@almanac/errors';
import { wholeSeconds } from './post-dates';
import type { PostRecord } from './post-record';

/** What the caller says to have read before changing a post. */
export interface Precondition {
  updatedAt?: Date;
  revision?: number;
}

/**
 * Refuses a change to something else than what the caller read. Dates are compared in whole seconds: clients send
 * back what they were given, and some cut the milliseconds.
 * @throws UpdateCollisionError
 */
export function assertUnchangedSince({ updatedAt, revision }: Precondition, post: PostRecord): void {
  const isStaleRevision = revision !== undefined && revision !== post.revision;
  const isStaleDate =
    updatedAt !== undefined &&
    post.updatedAt !== null &&
    wholeSeconds(updatedAt).getTime() !== wholeSeconds(post.updatedAt).getTime();
  if (!isStaleRevision && !isStaleDate) return;
  throw new UpdateCollisionError('Saving failed! Someone else is editing this post.', {
    code: 'UPDATE_COLLISION',
    details: {
      clientUpdatedAt: updatedAt?.toISOString() ?? null,
      serverUpdatedAt: post.updatedAt?.toISOString() ?? null,
    },
  });
}
