import type { Fields, Post, PostInput } from './fields.ts';
import type { LocalCopy } from './local-copy.ts';
import type { PostApi, StoredPost } from './stored-post.ts';
import type { SaveState } from './save-state.ts';
import type { Copies } from './unsaved-copy.ts';

export interface Surroundings {
  api: PostApi;
  copies: Copies;
  /** The key of the copy of a post; without an id, that of a new one. */
  keyOf: (id: string | undefined) => string;
  hasSession: () => Promise<boolean>;
  /** Called when a new post got its id. */
  onCreated?: (post: Post) => void;
}

export interface Opened {
  stored?: StoredPost;
  copy?: LocalCopy;
  visibility?: Post['visibility'];
  /** The author of a new post. */
  authors?: Fields['authors'];
}

export interface Snapshot {
  /** The stored post; undefined until a new post is saved for the first time. */
  post: Post | undefined;
  fields: Fields;
  state: SaveState;
  hasChanges: boolean;
  /** Changes when the body is replaced by another version, so that the editor opens it anew. */
  bodyVersion: number;
  /** When the restored copy was kept, in milliseconds since 1970. */
  restoredFrom: number | undefined;
}

/** The request that adds a new post, until it is answered. */
export interface PendingAddition {
  key: string;
  sent: Fields;
  input: PostInput;
}
