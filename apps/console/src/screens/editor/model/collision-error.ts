import type { StoredPost } from './stored-post.ts';

/** The post was saved elsewhere after the editor had read it. `storedPost` is the post as the server stores it now. */
export class CollisionError extends Error {
  constructor(
    cause: unknown,
    readonly storedPost: StoredPost,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
