import type { Changes, Fields, Post } from './fields.ts';
import type { LocalCopy } from './local-copy.ts';
import type { PostApi, StoredPost } from './stored-post.ts';
import type { SaveState } from './save-state.ts';
import type { CopyStorage } from './unsaved-copy.ts';

/** The dependencies of a `PostDocument`. Tests pass a fake server in memory. */
export interface DocumentDependencies {
  api: PostApi;
  copies: CopyStorage;
  /** The key of the local copy of a post. @param id undefined for a new post, which has no id yet */
  copyKeyOf: (id: string | undefined) => string;
  /** Whether the user is still signed in. */
  hasSession: () => Promise<boolean>;
  /** The fields of a post that the user may send if they store the post again as a new one. */
  fieldsOfNewPost: (fields: Fields) => Changes;
  /** Called when a new post has been saved for the first time; not if the user stores the post again as a new one. */
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
  /** Increases when the body is replaced, e.g. by that of a local copy. The editor then opens the new body. */
  bodyVersion: number;
  /** The time at which the restored local copy was stored, in milliseconds since 1970; undefined without a restored copy. */
  restoredCopyAt: number | undefined;
}
