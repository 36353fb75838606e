import type { Fields, Post, PostInput } from './fields.ts';
import type { LocalCopy } from './local-copy.ts';
import type { PostApi, StoredPost } from './stored-post.ts';
import type { SaveState } from './save-state.ts';
import type { CopyStorage } from './unsaved-copy.ts';

/** What a `PostDocument` needs from outside; tests replace it. */
export interface DocumentDependencies {
  api: PostApi;
  copies: CopyStorage;
  /** The key of the local copy of a post; without an id, of a new post. */
  keyOf: (id: string | undefined) => string;
  hasSession: () => Promise<boolean>;
  /** Called when a new post has been stored and has its id. */
  onCreated?: (post: Post) => void;
}

/** What the editor starts with: a stored post with its local copy, or the defaults of a new post. */
export interface OpenedPost {
  stored?: StoredPost;
  copy?: LocalCopy;
  visibility?: Post['visibility'];
  /** The author of a new post. */
  authors?: Fields['authors'];
}

/** The state of a `PostDocument` at one moment, for rendering. */
export interface Snapshot {
  /** The stored post; undefined until a new post is saved for the first time. */
  post: Post | undefined;
  fields: Fields;
  state: SaveState;
  hasChanges: boolean;
  /** Changes when the body is replaced by another version, so that the editor opens it anew. */
  bodyVersion: number;
  /** When the local copy was stored whose changes were restored, in milliseconds since 1970; undefined without one. */
  restoredCopyAt: number | undefined;
}

/** A request that adds a new post and has no response yet. */
export interface PendingAddition {
  /** Idempotency key. */
  key: string;
  /** The fields at the time of the request. */
  sent: Fields;
  input: PostInput;
}
