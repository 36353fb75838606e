import { isSame, type Post, type PostInput } from './fields.ts';
import type { PostApi } from './stored-post.ts';
import { failureOf } from './save-state.ts';

/** Stores the version of this editor as a second post, a draft. A lost response does not lead to two such drafts. */
export class SecondDraft {
  /** The unanswered request. */
  private pending: { key: string; input: PostInput } | undefined;

  constructor(private readonly api: Pick<PostApi, 'add'>) {}

  /**
   * Until a response arrives, the same input has the same idempotency key. After changes, the input needs another key: the server would
   * refuse another input with the same key.
   */
  async add(input: PostInput): Promise<Post> {
    if (!this.pending || !isSame(this.pending.input, input)) this.pending = { key: crypto.randomUUID(), input };
    try {
      const { post } = await this.api.add(input, this.pending.key);
      this.pending = undefined;
      return post;
    } catch (error) {
      if (failureOf(error) !== 'unreachable') this.pending = undefined;
      throw error;
    }
  }
}
