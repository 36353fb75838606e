import type { PostType } from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import type { WriteScope } from '../write-scope';
import { lockPostRecord, type LockedPost } from './read-post-record';

// The contract speaks of a post here even for pages.
const ABSENT = 'Post not found.';

/**
 * A post or page that nobody else can change until the transaction ends.
 * @param ofOtherKind what is said of a page that is taken for a post, or the other way round
 * @throws NotFoundError
 */
export async function lockPost(
  { manager }: WriteScope,
  type: PostType,
  id: string,
  { ofOtherKind = ABSENT }: { ofOtherKind?: string } = {},
): Promise<LockedPost> {
  const locked = await lockPostRecord(manager, id);
  if (!locked) throw new NotFoundError(ABSENT);
  if (locked.post.type !== type) throw new NotFoundError(ofOtherKind);
  return locked;
}
