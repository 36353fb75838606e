import { CollisionError } from './collision-error.ts';
import { type Changes, type Fields, fieldsOf, inputOf, isEmpty, type PostInput } from './fields.ts';
import { failureOf } from './save-state.ts';
import { hasBody, hasFields, type PostApi, type StoredPost } from './stored-post.ts';

/** A request that edits a post. */
interface Edit {
  /** All fields at the time of the request. */
  sent: Fields;
  changes: Changes;
}

/** The post after a request. */
interface EditedPost {
  /** With the body on the server, which the response to a write does not contain. */
  stored: StoredPost;
  /** The fields of the request that stored the post. */
  sent: Fields;
  /** Whether an earlier request stored the post. Then neither the later changes nor `action` are stored. */
  isByEarlierRequest: boolean;
}

/** The maximum number of unanswered requests. Each can contain a whole body, and offline there is one for each attempt. */
const MAX_UNANSWERED = 20;

/** Sends the changes of a stored post. A change of this editor whose response was lost is not reported as a collision. */
export class PostEdits {
  /** The requests for the revision `before` without a response. The server can have stored one of them. */
  private unanswered: Edit[] = [];
  private before: StoredPost | undefined;

  constructor(private readonly api: Pick<PostApi, 'edit' | 'read'>) {}

  /**
   * Sends the changes.
   * @param action fields that are sent in the same request, e.g. `status` to publish
   * @throws CollisionError if the post was saved elsewhere
   */
  async send(before: StoredPost, edit: Edit, action: PostInput): Promise<EditedPost> {
    if (this.before !== before) this.unanswered = [];
    this.before = before;
    try {
      const stored = await this.api.edit(before, { ...inputOf(edit.changes), ...action });
      return { ...editedPost(before, edit, stored), isByEarlierRequest: false };
    } catch (error) {
      const failure = failureOf(error);
      if (failure === 'unreachable' && isEmpty(action)) this.remember(edit);
      if (failure !== 'collision') throw error;
      const storedPost = await this.api.read(before.post.id);
      const earlier = this.unanswered.find((unanswered) => isResultOf(unanswered, before, storedPost));
      if (earlier) return { ...editedPost(before, earlier, storedPost), isByEarlierRequest: true };
      if (!isEmpty(action) || !hasChanges(edit, before, storedPost)) throw new CollisionError(error, storedPost);
      return { ...editedPost(before, edit, storedPost), isByEarlierRequest: false };
    }
  }

  private remember(edit: Edit): void {
    if (this.unanswered.at(-1)?.sent === edit.sent) return;
    this.unanswered.push(edit);
    // Keeps the first request: the connection often fails while it runs, so that later requests do not arrive.
    if (this.unanswered.length > MAX_UNANSWERED) this.unanswered.splice(1, 1);
  }
}

/** The body after the request: that of its changes, or the one before. */
const bodyAfter = ({ changes }: Edit, { post }: StoredPost): string | null => changes.lexical ?? post.lexical ?? null;

const editedPost = (
  before: StoredPost,
  edit: Edit,
  { post, etag }: StoredPost,
): Omit<EditedPost, 'isByEarlierRequest'> => ({
  stored: { post: { ...post, lexical: bodyAfter(edit, before) }, etag },
  sent: edit.sent,
});

/**
 * Whether the stored post has the changes of a request. A different body is a collision, even if this user has not changed the body: the
 * next save of the body would overwrite it.
 */
const hasChanges = (edit: Edit, before: StoredPost, stored: StoredPost): boolean =>
  hasFields(stored, edit.changes) && hasBody(stored, bodyAfter(edit, before));

/**
 * Whether the stored post is the result of a request that was sent with the post `before`. Fields that the request did not change are
 * compared, too: the changes after the request could overwrite the changes of another user in them.
 */
function isResultOf(edit: Edit, before: StoredPost, stored: StoredPost): boolean {
  const { lexical: _body, ...fields } = { ...fieldsOf(before.post), ...edit.changes };
  return (
    stored.post.status === before.post.status && hasFields(stored, fields) && hasBody(stored, bodyAfter(edit, before))
  );
}
