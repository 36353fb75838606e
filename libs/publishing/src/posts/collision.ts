import { UpdateCollisionError } from '@almanac/errors';
import { wholeSeconds } from './post-dates';
import type { PostRecord } from './post-record';

/** The version of a post that the client read before its edit. An absent property is not checked. */
export interface Precondition {
  updatedAt?: Date;
  revision?: number;
}

/**
 * Rejects an edit that is based on an older version of the post. Dates are compared in whole seconds, because some clients send dates
 * without milliseconds.
 * @throws UpdateCollisionError
 */
export function assertUnchangedSince({ updatedAt, revision }: Precondition, post: PostRecord): void {
  const isStaleRevision = revision !== undefined && revision !== post.revision;
  const isStaleDate =
    updatedAt !== undefined &&
    post.updatedAt !== null &&
    wholeSeconds(updatedAt).getTime() !== wholeSeconds(post.updatedAt).getTime();
  if (isStaleRevision || isStaleDate) throw updateCollision(post, updatedAt);
}

/**
 * The error for an edit that is based on an older version of the post.
 * @param clientUpdatedAt the `updatedAt` of the version that the client read, if it sent one
 */
export function updateCollision(post: Pick<PostRecord, 'updatedAt'>, clientUpdatedAt?: Date): UpdateCollisionError {
  return new UpdateCollisionError('Saving failed! Someone else is editing this post.', {
    code: 'UPDATE_COLLISION',
    details: {
      clientUpdatedAt: clientUpdatedAt?.toISOString() ?? null,
      serverUpdatedAt: post.updatedAt?.toISOString() ?? null,
    },
  });
}
