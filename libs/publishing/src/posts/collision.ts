import { UpdateCollisionError } from '@almanac/errors';
import { wholeSeconds } from './post-dates';
import type { PostRecord } from './post-record';

/** The version of a post that the client read before its edit. An absent property is not checked. */
export interface Precondition {
  updatedAt?: Date;
  revision?: number;
}

/**
 * Rejects an edit that is based on an older version of the post, as far as the client sent the version: `revision` detects every change,
 * `updatedAt` only changes that set a new `updated_at` in a later second. Dates are compared in whole seconds, because the Admin API
 * sends them without milliseconds, and the dates of imported posts have some.
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
