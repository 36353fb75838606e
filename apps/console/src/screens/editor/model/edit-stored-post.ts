import { CollisionError } from './collision-error.ts';
import { type Changes, inputOf, isEmpty, type PostInput } from './fields.ts';
import { failureOf } from './save-state.ts';
import { hasBody, hasFields, type PostApi, type StoredPost } from './stored-post.ts';

/**
 * Sends changes of a stored post.
 * @param action fields that are sent in the same request, e.g. `status` to publish
 * @returns the stored post, with the body on the server, which the response to a write does not contain
 * @throws CollisionError if the post was saved elsewhere
 */
export async function editStoredPost(
  api: PostApi,
  before: StoredPost,
  { changes, action }: { changes: Changes; action: PostInput },
): Promise<StoredPost> {
  const lexical = changes.lexical ?? before.post.lexical ?? null;
  const withBody = ({ post, etag }: StoredPost): StoredPost => ({ post: { ...post, lexical }, etag });
  try {
    return withBody(await api.edit(before, { ...inputOf(changes), ...action }));
  } catch (error) {
    if (failureOf(error) !== 'collision') throw error;
    const storedPost = await api.read(before.post.id);
    // If the stored post has all changes, there is no collision: an earlier request of this editor stored them, and its response was
    // lost. But a different body is a collision, even if this user has not changed the body: the next save of the body would overwrite
    // it.
    if (!isEmpty(action) || !hasFields(storedPost, changes) || !hasBody(storedPost, lexical))
      throw new CollisionError(error, storedPost);
    return withBody(storedPost);
  }
}
