import type { Changes, Fields, Post, PostInput } from './fields.ts';
import type { LocalCopy } from './local-copy.ts';
import type { PostApi, StoredPost } from './stored-post.ts';
import type { SaveState } from './save-state.ts';
import type { CopyStorage } from './unsaved-copy.ts';

/** The dependencies of a `PostDocument`. Tests pass a server in memory. */
export interface DocumentDependencies {
  api: PostApi;
  copies: CopyStorage;
  /** The key of the local copy of a post. @param id undefined for the new post of this document */
  copyKeyOf: (id: string | undefined) => string;
  /** Whether the user is still signed in. */
  hasSession: () => Promise<boolean>;
  /** The fields of a post that the user may send when they add a copy of it. */
  fieldsOfCopy: (fields: Fields) => Changes;
  /** Called when a new post has been stored and has its id. */
  onCreated?: (post: Post) => void;
}

/** The data with which the editor starts: a stored post with its local copy, or the defaults of a new post. */
export interface OpenedPost {
  /** Undefined for a new post. */
  stored?: StoredPost;
  /** Absent if all changes are saved on the server. */
  copy?: LocalCopy;
  /** The visibility of a new post; public by default. */
  visibility?: Post['visibility'];
  /** The authors of a new post. */
  authors?: Fields['authors'];
}

/** The state of a `PostDocument` at one moment, for rendering. */
export interface Snapshot {
  /** The stored post; undefined until a new post is saved for the first time. */
  post: Post | undefined;
  /** The fields with the changes of the user. */
  fields: Fields;
  state: SaveState;
  /** Whether there are changes that the server has not stored. */
  hasChanges: boolean;
  /** Changes when the body is replaced by another version, so that the editor opens it anew. */
  bodyVersion: number;
  /** When the restored local copy was stored, in milliseconds since 1970; undefined if none was restored. */
  restoredCopyAt: number | undefined;
}

/** A request that adds a new post and has not had a response yet. It is sent again unchanged after a lost response. */
export interface PendingAddition {
  /** Idempotency key. */
  key: string;
  /** The fields at the time of the request. */
  sent: Fields;
  input: PostInput;
}
