import type { StoredPost } from './stored-post.ts';

/** Another person or program has saved the post since. */
export class Collision extends Error {
  constructor(
    cause: unknown,
    readonly theirs: StoredPost,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
