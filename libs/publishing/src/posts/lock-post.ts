import type { PostType } from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import type { WriteScope } from '../write-scope';
import type { PostRecord } from './post-record';
import { readPostRecords } from './read-post-records';

// The contract speaks of a post here even for pages.
const absent = 'Post not found.';

export interface LockedPost {
  post: PostRecord;
  /** The database's clock. */
  now: Date;
}

/**
 * A post or page that nobody else can change until the transaction ends.
 * Locked first and read second: a row that was waited for is otherwise read as it was before the wait.
 * @param ofOtherKind what is said of a page that is taken for a post, or the other way round
 * @throws NotFoundError
 */
export async function lockPost(
  { manager }: WriteScope,
  type: PostType,
  id: string,
  { ofOtherKind = absent }: { ofOtherKind?: string } = {},
): Promise<LockedPost> {
  await manager.query('select 1 from publishing.posts where id = $1 and type = $2 for update', [id, type]);
  const { records, now } = await readPostRecords(manager, [id]);
  const post = records[0];
  if (!post) throw new NotFoundError(absent);
  if (post.type !== type) throw new NotFoundError(ofOtherKind);
  return { post, now };
}
