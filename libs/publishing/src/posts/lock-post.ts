import type { PostType } from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import type { WriteScope } from '../write-scope';
import { lockPostRecord, type LockedPost } from './read-post-record';

// The Admin API uses this message for edits and deletions of pages too; a read of a page says "Page not found.".
const NOT_FOUND = 'Post not found.';

/**
 * Locks a post or page until the transaction ends.
 * @param wrongTypeMessage the error message when the id is that of a page instead of a post, or the reverse
 * @throws NotFoundError
 */
export async function lockPost(
  { manager }: WriteScope,
  type: PostType,
  id: string,
  { wrongTypeMessage = NOT_FOUND }: { wrongTypeMessage?: string } = {},
): Promise<LockedPost> {
  const locked = await lockPostRecord(manager, id);
  if (!locked) throw new NotFoundError(NOT_FOUND);
  if (locked.post.type !== type) throw new NotFoundError(wrongTypeMessage);
  return locked;
}
