import type { StoredPost } from './stored-post.ts';

/** The post was saved elsewhere after the editor had read it. `theirs` is the post as it is stored on the server now. */
export class CollisionError extends Error {
  constructor(
    cause: unknown,
    readonly theirs: StoredPost,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
