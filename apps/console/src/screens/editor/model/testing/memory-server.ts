import { ConnectionError, UpdateCollisionError } from '@almanac/client';
import { type Changes, emptyFields, type Fields, inputOf, type Post, type PostInput } from '../fields.ts';
import type { LocalCopy } from '../local-copy.ts';
import { PostDocument } from '../post-document.ts';
import type { PostApi, StoredPost } from '../stored-post.ts';

const ID = 'a1b2c3d4e5f6a1b2c3d4e5f6';
const NEW_KEY = 'new';
const BLANK_BODY = '{"root":{"type":"root","version":1,"children":[{"type":"paragraph","version":1,"children":[]}]}}';

/** A fake Admin API in memory with one post. Each added or edited post gets the next revision. Tests can make requests fail. */
export class MemoryServer implements PostApi {
  stored: StoredPost = { post: this.postOf({ title: 'Tide' }), etag: '"1.json"' };
  readonly edits: PostInput[] = [];
  readonly added: PostInput[] = [];
  /** The idempotency keys of the requests that add a post. */
  readonly keys: string[] = [];
  /** The ids of the posts with which `onCreated` was called. */
  readonly created: string[] = [];
  readonly copies = new Map<string, LocalCopy>();
  isReachable = true;
  hasSession = true;
  /** The number of running requests. */
  running = 0;
  /** The highest number of simultaneous requests so far. */
  mostRunning = 0;
  private revision = 1;
  /** The error of the next request. */
  private failure: Error | undefined;
  private losesResponse = false;
  /** Whether the next added post replaces `stored`. */
  private storesNextAdded = false;
  /** Requests wait for this promise. */
  private held: Promise<void> | undefined;
  /** Added posts by idempotency key. */
  private readonly byKey = new Map<string, StoredPost>();

  /**
   * Stores a post with the fields `input`, and opens it.
   * @param copy the unsaved changes in the local copy of the post, which the browser stores
   * @param options `isOld`: the copy is for an earlier revision of the post
   */
  open(input: Partial<Post> = {}, copy?: Changes, { isOld = false } = {}): PostDocument {
    this.stored = { post: this.postOf(input), etag: `"${++this.revision}.json"` };
    const etag = isOld ? '"1.json"' : this.stored.etag;
    const localCopy = copy && {
      key: ID,
      changes: copy,
      base: { etag, updatedAt: this.stored.post.updated_at },
      keptAt: 1,
    };
    if (localCopy) this.copies.set(ID, localCopy);
    return new PostDocument(this.dependencies(), { stored: this.stored, ...(localCopy && { copy: localCopy }) });
  }

  /** Opens a new post, which the server stores when it is saved. */
  openNew(): PostDocument {
    this.storesNextAdded = true;
    return new PostDocument(this.dependencies(), { authors: [{ id: 'u1', name: 'Ada' }] });
  }

  /** Stores a change of another user. */
  changeElsewhere(input: Partial<Post>): void {
    this.store({ ...this.stored.post, ...input });
  }

  /** The next request fails with this error. */
  failNext(error: Error): void {
    this.failure = error;
  }

  /** The server executes the next `add` or `edit`, but its response does not arrive. */
  loseNextResponse(): void {
    this.losesResponse = true;
  }

  /** Requests wait until the returned function is called. */
  hold(): () => void {
    let release = (): void => undefined;
    this.held = new Promise((resolve) => (release = resolve));
    return release;
  }

  read(): Promise<StoredPost> {
    return this.respond(() => {
      const { post, etag } = this.stored;
      // As in the Admin API, a post that was added without a body has a blank body.
      return { post: { ...post, lexical: post.lexical ?? BLANK_BODY }, etag };
    });
  }

  add(input: PostInput, key: string): Promise<StoredPost> {
    this.keys.push(key);
    return this.respondToWrite(() => {
      const before = this.byKey.get(key);
      if (before) return before;
      this.added.push(input);
      const added = { post: this.postOf(input), etag: `"${++this.revision}.json"` };
      this.byKey.set(key, added);
      if (this.storesNextAdded) this.stored = added;
      this.storesNextAdded = false;
      return added;
    });
  }

  edit(before: StoredPost, input: PostInput): Promise<StoredPost> {
    return this.respondToWrite(() => {
      if (before.etag !== this.stored.etag)
        throw new UpdateCollisionError('Saved elsewhere.', { status: 409, type: 'UpdateCollisionError' });
      this.edits.push(input);
      return this.store(this.postOf({ ...this.stored.post, ...input }));
    });
  }

  delete(): Promise<void> {
    return this.respond(() => undefined);
  }

  slugFor(title: string): Promise<string> {
    return this.respond(() => title.toLowerCase().replaceAll(' ', '-'));
  }

  private dependencies() {
    return {
      api: this,
      copies: {
        put: async (copy: LocalCopy) => this.copies.set(copy.key, copy),
        remove: async (key: string) => this.copies.delete(key),
      },
      copyKeyOf: (id: string | undefined) => id ?? NEW_KEY,
      hasSession: async () => this.hasSession,
      fieldsOfNewPost: (fields: Fields): Changes => fields,
      onCreated: ({ id }: Post) => this.created.push(id),
    };
  }

  private store(post: Post): StoredPost {
    this.stored = { post, etag: `"${++this.revision}.json"` };
    return this.stored;
  }

  private postOf(input: object): Post {
    const fields = inputOf(emptyFields('public'));
    // The slug does not come from the title, so it stays when the title changes.
    return { ...fields, id: ID, slug: 'chosen', status: 'draft', created_at: '', updated_at: '', ...input } as Post;
  }

  private async respond<Result>(work: () => Result): Promise<Result> {
    this.mostRunning = Math.max(this.mostRunning, ++this.running);
    try {
      await this.held;
      if (!this.isReachable) throw new ConnectionError('No connection.');
      const { failure } = this;
      this.failure = undefined;
      if (failure) throw failure;
      return work();
    } finally {
      this.running--;
    }
  }

  private async respondToWrite(write: () => StoredPost): Promise<StoredPost> {
    const { post, etag } = await this.respond(write);
    const losesResponse = this.losesResponse;
    this.losesResponse = false;
    if (losesResponse) throw new ConnectionError('The connection was lost.');
    // As in the Admin API without `formats`, the response to a write does not contain the lexical document.
    const { lexical: _lexical, ...postWithoutBody } = post;
    return { post: postWithoutBody, etag };
  }
}
