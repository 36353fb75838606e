import type { Fields, PostInput } from './fields.ts';
import { failureOf } from './save-state.ts';
import type { PostApi, StoredPost } from './stored-post.ts';

/** A request that adds a post, with the fields at the time of the request. */
interface Addition {
  sent: Fields;
  input: PostInput;
}

/** Adds the post of an editor, once: a lost response does not lead to two posts. */
export class PostAddition {
  /** The unanswered request, with its idempotency key. */
  private pending: (Addition & { key: string }) | undefined;

  constructor(private readonly api: Pick<PostApi, 'add'>) {}

  /**
   * Sends the request. If an earlier request is still unanswered, that request is sent again instead, with the same key.
   * @returns the stored post, with the body that the response does not contain, and the fields of the request that added it
   */
  async send(addition: Addition): Promise<{ stored: StoredPost; sent: Fields }> {
    this.pending ??= { key: crypto.randomUUID(), ...addition };
    const { key, sent, input } = this.pending;
    try {
      const { post, etag } = await this.api.add(input, key);
      this.pending = undefined;
      return { stored: { post: { ...post, lexical: input.lexical }, etag }, sent };
    } catch (error) {
      if (failureOf(error) !== 'unreachable') this.pending = undefined;
      throw error;
    }
  }
}
