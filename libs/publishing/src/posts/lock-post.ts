import type { PostType } from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import type { WriteScope } from '../write-scope';
import { lockPostRecord, type LockedPost } from './read-post-record';

/** The message of the Admin API for edits and deletions, also of pages. Reads of pages have the message "Page not found.". */
const NOT_FOUND = 'Post not found.';

/**
 * Locks a post or page until the transaction ends, and reads it.
 * @param options `wrongTypeMessage`: the error message when the id belongs to a page instead of a post, or the reverse
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
