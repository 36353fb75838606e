import {
  type Changes,
  changesBetween,
  emptyFields,
  fieldNames,
  fieldsAfterSave,
  type Fields,
  fieldsOf,
  inputOf,
  isEmpty,
  type Post,
  type PostInput,
} from './fields.ts';
import { withAutomaticSlug } from './automatic-slug.ts';
import { CollisionError } from './collision-error.ts';
import type { LocalCopy } from './local-copy.ts';
import { hasBody, hasFields, isSameRevision, revisionOf, type StoredPost } from './stored-post.ts';
import { failureOf, IDLE_MS, isWaitingForUser, retryDelayMs, type SaveState } from './save-state.ts';
import { SaveTimer } from './save-timer.ts';
import type { DocumentDependencies, OpenedPost, PendingAddition, Snapshot } from './snapshot.ts';
import { UnsavedCopy } from './unsaved-copy.ts';

/**
 * A post that the user edits. It contains the stored post and the changes of the user, and saves them. Saves never overlap.
 * Unsaved changes are kept as a local copy. Drafts are saved when the user pauses typing, other posts when `save` is called.
 */
export class PostDocument {
  private stored: StoredPost | undefined;
  /** The fields without the changes of the user: those of `stored`, or the defaults of a new post. */
  private base: Fields;
  /** The fields with the changes of the user. */
  private fields: Fields;
  private state: SaveState = { name: 'saved' };
  private pending: PendingAddition | undefined;
  /** Settles when the last save has ended; the next save waits for it. */
  private queue: Promise<unknown> = Promise.resolve();
  private failedAttempts = 0;
  private bodyVersion = 0;
  private readonly saveTimer = new SaveTimer(() => this.autosave());
  private readonly copy: UnsavedCopy;
  private readonly listeners = new Set<() => void>();
  private snapshot: Snapshot;
  private restoredCopyAt: number | undefined;

  constructor(
    private readonly dependencies: DocumentDependencies,
    { stored, copy, visibility = 'public', authors = [] }: OpenedPost,
  ) {
    this.stored = stored;
    this.base = stored ? fieldsOf(stored.post) : { ...emptyFields(visibility), authors };
    this.fields = this.base;
    this.copy = new UnsavedCopy(dependencies.copies, () => ({
      key: this.key(),
      changes: changesBetween(this.base, this.fields),
      base: this.stored ? revisionOf(this.stored) : null,
    }));
    if (copy) this.restore(copy);
    this.snapshot = this.makeSnapshot();
  }

  /** Calls the listener after each change. For `useSyncExternalStore`, like `getSnapshot`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getSnapshot = (): Snapshot => this.snapshot;

  /**
   * Schedules the save of restored changes, and retries a failed save when the browser is online again. Both only for a draft.
   * @returns a function that stops both
   */
  connect(): () => void {
    const retry = (): void => void (this.state.name === 'unreachable' && this.autosave());
    window.addEventListener('online', retry);
    if (this.state.name === 'unsaved') this.scheduleAutosave();
    return () => {
      window.removeEventListener('online', retry);
      this.saveTimer.stop();
    };
  }

  change(changes: Changes): void {
    this.fields = { ...this.fields, ...changes };
    this.copy.syncSoon();
    if (isWaitingForUser(this.state)) return this.notifyListeners();
    const isDirty = this.hasChanges();
    if (this.state.name !== 'saving' && this.state.name !== 'unreachable')
      this.state = isDirty ? { name: 'unsaved' } : { name: 'saved' };
    if (isDirty && this.state.name === 'unsaved') this.scheduleAutosave();
    this.notifyListeners();
  }

  /** Sets the body after the editor has normalized it on opening. This does not count as a change by the user. */
  setNormalizedBody(lexical: string): void {
    if (this.base.lexical === this.fields.lexical) this.base = { ...this.base, lexical };
    this.fields = { ...this.fields, lexical };
  }

  /** Applies the changes of an earlier local copy, and opens the body anew. */
  applyCopiedChanges(changes: Changes): void {
    this.bodyVersion++;
    this.change(changes);
  }

  /**
   * Saves the changes now. The fields of `action`, e.g. `status` to publish, are sent in the same request.
   * @throws the error of the request; `state` of the snapshot then contains the failure, too
   */
  save(action: PostInput = {}): Promise<void> {
    this.saveTimer.stop();
    const write = (): Promise<void> => this.write(action);
    const result = this.queue.then(write, write);
    this.queue = result;
    return result;
  }

  /** Ends a collision: applies the changes of this editor to the version that is stored now, and saves them. */
  async keepMine(): Promise<void> {
    if (this.state.name !== 'collision') return;
    const { theirs } = this.state;
    const changes = changesBetween(this.base, this.fields);
    this.stored = theirs;
    this.base = fieldsOf(theirs.post);
    this.fields = { ...this.base, ...changes };
    this.bodyVersion++;
    this.setState({ name: 'unsaved' });
    await this.save();
  }

  /** Ends a collision: discards the changes of this editor. */
  async takeTheirs(): Promise<void> {
    if (this.state.name !== 'collision') return;
    this.stored = this.state.theirs;
    this.base = fieldsOf(this.stored.post);
    this.fields = this.base;
    this.restoredCopyAt = undefined;
    this.bodyVersion++;
    await this.copy.sync();
    this.setState({ name: 'saved' });
  }

  /** Stores the version of this editor as a new draft, and leaves the stored post as it is. @returns the new post */
  async saveAsNew(): Promise<Post> {
    const fields = { ...this.fields, slug: null, published_at: null, unpublish_at: null };
    const input = inputOf(this.dependencies.fieldsOfCopy(fields));
    const { post } = await this.dependencies.api.add(input, crypto.randomUUID());
    await this.discard();
    return post;
  }

  /** Discards the unsaved changes and their local copy. */
  async discard(): Promise<void> {
    this.saveTimer.stop();
    this.fields = this.base;
    await this.copy.sync();
    this.setState({ name: 'saved' });
  }

  async delete(): Promise<void> {
    await this.queue.catch(() => undefined);
    if (this.stored) await this.dependencies.api.delete(this.stored.post.id);
    await this.discard();
  }

  /** Continues saving after the user has signed in again. */
  resume(): void {
    this.setState({ name: 'unsaved' });
    this.autosave();
  }

  /** Whether the post is a draft, so that its changes are saved automatically. */
  savesAutomatically(): boolean {
    return (this.stored?.post.status ?? 'draft') === 'draft';
  }

  private async write(action: PostInput): Promise<void> {
    if (!this.hasChanges() && isEmpty(action)) return this.setState({ name: 'saved' });
    this.setState({ name: 'saving' });
    try {
      if (!this.stored) await this.add();
      if (this.stored && (this.hasChanges() || !isEmpty(action))) await this.edit(this.stored, action);
      this.failedAttempts = 0;
      this.setState({ name: this.hasChanges() ? 'unsaved' : 'saved' });
      if (this.hasChanges()) this.scheduleAutosave();
      else await this.copy.sync();
    } catch (error) {
      await this.handleFailure(error);
      throw error;
    }
  }

  private async add(): Promise<void> {
    const oldKey = this.key();
    const { title, ...changes } = changesBetween(this.base, this.fields);
    // The same request with the same key is repeated until a response arrives. Otherwise a lost response would leave two posts.
    this.pending ??= {
      key: crypto.randomUUID(),
      sent: this.fields,
      // Authors and contributors must send themselves as the authors.
      input: inputOf({ ...changes, title: title ?? '', authors: this.fields.authors }),
    };
    try {
      const added = await this.dependencies.api.add(this.pending.input, this.pending.key);
      this.setStored(added, this.pending.sent, this.pending.input.lexical);
    } catch (error) {
      if (failureOf(error) !== 'unreachable') this.pending = undefined;
      throw error;
    }
    this.pending = undefined;
    await this.copy.remove(oldKey);
    if (this.hasChanges()) await this.copy.sync();
    if (this.stored) this.dependencies.onCreated?.(this.stored.post);
  }

  private async edit(before: StoredPost, action: PostInput): Promise<void> {
    const sent = this.fields;
    const changes = await withAutomaticSlug(this.dependencies.api, before.post, changesBetween(this.base, sent));
    const lexical = changes.lexical ?? before.post.lexical ?? null;
    try {
      const edited = await this.dependencies.api.edit(before, { ...inputOf(changes), ...action });
      this.setStored(edited, sent, lexical);
    } catch (error) {
      if (failureOf(error) !== 'collision') throw error;
      const theirs = await this.dependencies.api.read(before.post.id);
      // If the server already has the changes, an earlier request of this editor stored them and its response was lost.
      // A different body is a collision also if this user has not changed it: the next save of the body would overwrite it.
      if (!isEmpty(action) || !hasFields(theirs, changes) || !hasBody(theirs, lexical))
        throw new CollisionError(error, theirs);
      this.setStored(theirs, sent, lexical);
    }
  }

  /**
   * Sets the stored post after a request that sent the fields `sent`. Fields that the user has changed since stay changed.
   * @param lexical the body on the server, which the response to a write does not contain. `sent` can have it in normalized form
   */
  private setStored({ post, etag }: StoredPost, sent: Fields, lexical: Post['lexical']): void {
    const storedFields = fieldsAfterSave(post, sent);
    const untouched = fieldNames(storedFields).filter((name) => this.fields[name] === sent[name]);
    this.stored = { post: { ...post, lexical }, etag };
    this.base = storedFields;
    this.fields = { ...this.fields, ...Object.fromEntries(untouched.map((name) => [name, storedFields[name]])) };
  }

  private async handleFailure(error: unknown): Promise<void> {
    if (error instanceof CollisionError) return this.setState({ name: 'collision', theirs: error.theirs });
    const failure = failureOf(error);
    if (failure === 'no-permission' && !(await this.dependencies.hasSession().catch(() => true)))
      return this.setState({ name: 'signed-out' });
    if (failure === 'deleted') return this.setState({ name: 'deleted' });
    if (failure !== 'unreachable') return this.setState({ name: 'refused', error });
    this.setState({ name: 'unreachable' });
    this.saveTimer.saveIn(retryDelayMs(this.failedAttempts++, error));
  }

  private scheduleAutosave(): void {
    if (this.savesAutomatically()) this.saveTimer.saveAfterPause(IDLE_MS);
  }

  private autosave(): void {
    this.saveTimer.stop();
    if (!this.savesAutomatically() || isWaitingForUser(this.state)) return;
    // The error is also in `state` of the snapshot.
    this.save().catch(() => undefined);
  }

  private hasChanges(): boolean {
    return !isEmpty(changesBetween(this.base, this.fields));
  }

  private key(): string {
    return this.dependencies.copyKeyOf(this.stored?.post.id);
  }

  /** Applies the local copy of the post, or removes it if the stored post already has its changes. */
  private restore(copy: LocalCopy): void {
    const { stored } = this;
    const fields = { ...this.base, ...copy.changes };
    if (isEmpty(changesBetween(this.base, fields)) || (stored && hasFields(stored, copy.changes))) {
      void this.copy.remove(copy.key);
      return;
    }
    this.fields = fields;
    this.restoredCopyAt = copy.keptAt;
    const isOld = stored !== undefined && copy.base !== null && !isSameRevision(copy.base, revisionOf(stored));
    this.state = isOld ? { name: 'collision', theirs: stored } : { name: 'unsaved' };
  }

  private setState(state: SaveState): void {
    this.state = state;
    this.notifyListeners();
  }

  private notifyListeners(): void {
    this.snapshot = this.makeSnapshot();
    for (const listener of this.listeners) listener();
  }

  private makeSnapshot(): Snapshot {
    const { stored, fields, state, bodyVersion, restoredCopyAt } = this;
    return { post: stored?.post, fields, state, hasChanges: this.hasChanges(), bodyVersion, restoredCopyAt };
  }
}
