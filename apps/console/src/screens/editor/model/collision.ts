import type { StoredPost } from './stored-post.ts';

/** Another user or program has saved the post since the editor read it. */
export class Collision extends Error {
  constructor(
    cause: unknown,
    readonly theirs: StoredPost,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
