import type { StoredPost } from './stored-post.ts';

/** The post was saved elsewhere since the editor read it. `theirs` is the post as it is stored now. */
export class CollisionError extends Error {
  constructor(
    cause: unknown,
    readonly theirs: StoredPost,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
