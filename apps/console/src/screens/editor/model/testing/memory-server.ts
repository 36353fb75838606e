import { ConnectionError, UpdateCollisionError } from '@almanac/client';
import { type Changes, emptyFields, type Fields, inputOf, type Post, type PostInput } from '../fields.ts';
import type { LocalCopy } from '../local-copy.ts';
import { PostDocument } from '../post-document.ts';
import type { PostApi, StoredPost } from '../stored-post.ts';

const ID = 'a1b2c3d4e5f6a1b2c3d4e5f6';
const NEW_KEY = 'new';
const BLANK_BODY = '{"root":{"type":"root","version":1,"children":[{"type":"paragraph","version":1,"children":[]}]}}';

/** A server in memory with one post. It stores revisions as the Admin API does, and fails as a test requests. */
export class MemoryServer implements PostApi {
  stored: StoredPost = { post: this.postOf({ title: 'Tide' }), etag: '"1.json"' };
  readonly edits: PostInput[] = [];
  readonly added: PostInput[] = [];
  /** The idempotency keys of the requests that add. */
  readonly keys: string[] = [];
  /** Ids that `onCreated` was called with. */
  readonly created: string[] = [];
  readonly copies = new Map<string, LocalCopy>();
  isReachable = true;
  hasSession = true;
  running = 0;
  /** The highest number of simultaneous requests so far. */
  mostRunning = 0;
  private revision = 1;
  private failure: Error | undefined;
  private losesResponse = false;
  /** Whether the next added post becomes the stored one. */
  private storesNextAdded = false;
  private held: Promise<void> | undefined;
  /** Added posts by idempotency key. */
  private readonly byKey = new Map<string, StoredPost>();

  /** Opens the post. @param copy the local copy of the changes; an old copy is based on an earlier revision */
  open(input: Partial<Post> = {}, copy?: Changes, { isOld = false } = {}): PostDocument {
    this.stored = { post: this.postOf(input), etag: `"${++this.revision}.json"` };
    const etag = isOld ? '"1.json"' : this.stored.etag;
    const kept = copy && { key: ID, changes: copy, base: { etag, updatedAt: this.stored.post.updated_at }, keptAt: 1 };
    if (kept) this.copies.set(ID, kept);
    return new PostDocument(this.dependencies(), { stored: this.stored, ...(kept && { copy: kept }) });
  }

  openNew(): PostDocument {
    this.storesNextAdded = true;
    return new PostDocument(this.dependencies(), { authors: [{ id: 'u1', name: 'Ada' }] });
  }

  /** Another user saves the post. */
  changeElsewhere(input: Partial<Post>): void {
    this.store({ ...this.stored.post, ...input });
  }

  failNext(error: Error): void {
    this.failure = error;
  }

  /** The next write is done, but its response does not arrive. */
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
      // As in the Admin API, a post that was added without a body has a blank one.
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
        keep: async (copy: LocalCopy) => this.copies.set(copy.key, copy),
        remove: async (key: string) => this.copies.delete(key),
      },
      copyKeyOf: (id: string | undefined) => id ?? NEW_KEY,
      hasSession: async () => this.hasSession,
      fieldsOfCopy: (fields: Fields): Changes => fields,
      onCreated: ({ id }: Post) => this.created.push(id),
    };
  }

  private store(post: Post): StoredPost {
    this.stored = { post, etag: `"${++this.revision}.json"` };
    return this.stored;
  }

  private postOf(input: object): Post {
    const fields = inputOf(emptyFields('public'));
    // A slug that was not made from the title, so that it stays when the title changes.
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
    // As in the Admin API, the response to a write does not contain the body.
    const { lexical: _lexical, ...postWithoutBody } = post;
    return { post: postWithoutBody, etag };
  }
}
