import {
  type Changes,
  changesBetween,
  emptyFields,
  fieldsAfterSave,
  type Fields,
  fieldsOf,
  inputOf,
  isEmpty,
  type Post,
  type PostInput,
  withStored,
} from './fields.ts';
import { withAutomaticSlug } from './automatic-slug.ts';
import { SecondDraft } from './second-draft.ts';
import type { LocalCopy } from './local-copy.ts';
import { PostAddition } from './post-addition.ts';
import { PostEdits } from './post-edits.ts';
import { restoredFrom } from './restored-copy.ts';
import { revisionOf, type StoredPost } from './stored-post.ts';
import { IDLE_MS, isWaitingForUser, retryDelayMs, type SaveState, stateAfterFailure } from './save-state.ts';
import { SaveTimer } from './save-timer.ts';
import type { DocumentDependencies, OpenedPost, Snapshot } from './snapshot.ts';
import { UnsavedCopy } from './unsaved-copy.ts';

/**
 * A post or page that the user edits: the stored post and the changes of the user. Two saves of the post never run at the same time.
 * Unsaved changes are also stored as a local copy. Drafts are saved when the user pauses typing, other posts only when `save` is called.
 */
export class PostDocument {
  private stored: StoredPost | undefined;
  /** The fields without the changes of the user: the fields of `stored`, or the default values of a new post. */
  private base: Fields;
  /** The fields with the changes of the user. */
  private fields: Fields;
  private state: SaveState = { name: 'saved' };
  /** Settles when the last requested save has ended. The next save waits for it. */
  private queue: Promise<unknown> = Promise.resolve();
  /** The number of saves that failed as `unreachable` since the last successful save. */
  private failedAttempts = 0;
  /** Increases when another version replaces the body, so that the editor opens the new body. */
  private bodyVersion = 0;
  private readonly saveTimer = new SaveTimer(() => this.autosave());
  private readonly copy: UnsavedCopy;
  private readonly addition: PostAddition;
  private readonly edits: PostEdits;
  private readonly secondDraft: SecondDraft;
  private readonly listeners = new Set<() => void>();
  private snapshot: Snapshot;
  /** The time at which the restored local copy was stored, in milliseconds since 1970; undefined without a restored copy. */
  private restoredCopyAt: number | undefined;
  private isClosed = false;

  constructor(
    private readonly dependencies: DocumentDependencies,
    { stored, copy, visibility = 'public', authors = [] }: OpenedPost,
  ) {
    this.addition = new PostAddition(dependencies.api);
    this.edits = new PostEdits(dependencies.api);
    this.secondDraft = new SecondDraft(dependencies.api);
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

  /** Calls the listener after each change of the snapshot. `subscribe` and `getSnapshot` are the arguments of `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getSnapshot = (): Snapshot => this.snapshot;

  /**
   * Schedules the save of restored changes, and retries a failed save when the browser is online again; both only for a draft.
   * @returns a function that stops the automatic saves
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

  /** Applies changes of the user. Has no effect after `close`. */
  change(changes: Changes): void {
    if (this.isClosed) return;
    this.fields = { ...this.fields, ...changes };
    this.copy.syncSoon();
    if (isWaitingForUser(this.state)) return this.notifyListeners();
    const isDirty = this.hasChanges();
    if (this.state.name !== 'saving' && this.state.name !== 'unreachable')
      this.state = isDirty ? { name: 'unsaved' } : { name: 'saved' };
    if (isDirty && this.state.name === 'unsaved') this.scheduleAutosave();
    this.notifyListeners();
  }

  /** Sets the body that the editor has normalized when it opened it. This does not count as a change by the user. */
  setNormalizedBody(lexical: string): void {
    if (this.base.lexical === this.fields.lexical) this.base = { ...this.base, lexical };
    this.fields = { ...this.fields, lexical };
  }

  /** Applies the changes of a local copy, and makes the editor open the new body. */
  applyCopiedChanges(changes: Changes): void {
    this.bodyVersion++;
    this.change(changes);
  }

  /**
   * Saves the changes when the running saves have ended. The fields of `action`, e.g. `status` to publish, are sent in the same request.
   * For a new post, a first request adds the post, and a second one sends `action`.
   * @throws the error of the request, or a CollisionError; `state` of the snapshot then shows the failure, too
   */
  save(action: PostInput = {}): Promise<void> {
    this.saveTimer.stop();
    const write = (): Promise<void> => this.write(action);
    const result = this.queue.then(write, write);
    this.queue = result;
    return result;
  }

  /** Ends a collision: applies the changes of this editor to the version that is stored on the server now, and saves them. */
  async applyLocalChanges(): Promise<void> {
    if (this.state.name !== 'collision') return;
    const { storedPost } = this.state;
    const changes = changesBetween(this.base, this.fields);
    this.stored = storedPost;
    this.base = fieldsOf(storedPost.post);
    this.fields = { ...this.base, ...changes };
    this.bodyVersion++;
    this.setState({ name: 'unsaved' });
    await this.copy.sync();
    await this.save();
  }

  /** Ends a collision: discards the changes of this editor, and shows the version that is stored on the server now. */
  async takeStoredVersion(): Promise<void> {
    if (this.state.name !== 'collision') return;
    this.stored = this.state.storedPost;
    this.base = fieldsOf(this.stored.post);
    this.fields = this.base;
    this.restoredCopyAt = undefined;
    this.bodyVersion++;
    await this.copy.sync();
    this.setState({ name: 'saved' });
  }

  /** Stores the version of this editor as a new draft, and does not change the stored post. @returns the new post */
  async saveAsNew(): Promise<Post> {
    const fields = { ...this.fields, slug: null, published_at: null, unpublish_at: null };
    // Only the fields that the user may send.
    const input = inputOf(this.dependencies.fieldsOfNewPost(fields));
    const post = await this.secondDraft.add(input);
    await this.discard();
    return post;
  }

  /** Discards the unsaved changes and their local copy. Later changes, e.g. by an upload that still runs, are ignored. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.discard();
  }

  /** Waits for the running saves, then deletes the stored post and the local copy. */
  async delete(): Promise<void> {
    await this.queue.catch(() => undefined);
    if (this.stored) await this.dependencies.api.delete(this.stored.post.id);
    await this.close();
  }

  /** Called when the user has signed in again. Saves the changes of a draft. */
  resume(): void {
    this.setState({ name: 'unsaved' });
    this.autosave();
  }

  /** Whether the post is a draft, so that its changes are saved automatically. */
  savesAutomatically(): boolean {
    return (this.stored?.post.status ?? 'draft') === 'draft';
  }

  /** Discards the unsaved changes and their local copy. */
  private async discard(): Promise<void> {
    this.saveTimer.stop();
    this.fields = this.base;
    await this.copy.sync();
    this.setState({ name: 'saved' });
  }

  private async write(action: PostInput): Promise<void> {
    if (!this.hasChanges() && isEmpty(action)) return this.setState({ name: 'saved' });
    const sent = this.fields;
    this.setState({ name: 'saving' });
    try {
      if (!this.stored) await this.add();
      if (this.stored && (this.hasChanges() || !isEmpty(action))) await this.edit(this.stored, action);
      this.failedAttempts = 0;
      this.setState({ name: this.hasChanges() ? 'unsaved' : 'saved' });
      if (this.hasChanges()) this.scheduleAutosave();
      // Also if changes were made during the save: otherwise the copy would have the revision before the save, and this save would look
      // like the change of another user when the post is opened again.
      await this.copy.sync();
    } catch (error) {
      await this.handleFailure(error, sent);
      throw error;
    }
  }

  private async add(): Promise<void> {
    const oldKey = this.key();
    const { title, ...changes } = changesBetween(this.base, this.fields);
    // Authors and contributors must send themselves as the first author.
    const input = inputOf({ ...changes, title: title ?? '', authors: this.fields.authors });
    const added = await this.addition.send({ sent: this.fields, input });
    this.setStored(added.stored, added.sent);
    await this.copy.remove(oldKey);
    if (this.hasChanges()) await this.copy.sync();
    if (this.stored) this.dependencies.onCreated?.(this.stored.post);
  }

  private async edit(before: StoredPost, action: PostInput): Promise<void> {
    const sent = this.fields;
    const changes = await withAutomaticSlug(this.dependencies.api, before.post, changesBetween(this.base, sent));
    const edited = await this.edits.send(before, { sent, changes }, action);
    this.setStored(edited.stored, edited.sent);
    // A request whose response was lost has stored earlier changes, so the others are sent now.
    if (edited.isByEarlierRequest && (this.hasChanges() || !isEmpty(action))) await this.edit(edited.stored, action);
  }

  /**
   * Sets the stored post after a request that sent the fields `sent`. Fields that the user has changed since the request stay changed.
   * @param stored the post with its body on the server. The body in `sent` can differ, because the editor can have normalized it
   */
  private setStored(stored: StoredPost, sent: Fields): void {
    const storedFields = fieldsAfterSave(stored.post, sent);
    this.stored = stored;
    this.base = storedFields;
    this.fields = withStored(this.fields, sent, storedFields);
  }

  /** @param sent the fields when the request started */
  private async handleFailure(error: unknown, sent: Fields): Promise<void> {
    const state = await stateAfterFailure(error, this.dependencies.hasSession);
    // The user may have corrected the refused field while the request ran.
    const mayBeCorrected = state.name === 'refused' && this.fields !== sent && this.savesAutomatically();
    this.setState(mayBeCorrected ? { name: 'unsaved' } : state);
    if (mayBeCorrected) this.scheduleAutosave();
    if (state.name === 'unreachable') this.saveTimer.saveIn(retryDelayMs(this.failedAttempts++, error));
  }

  private scheduleAutosave(): void {
    if (this.savesAutomatically()) this.saveTimer.saveAfterPause(IDLE_MS);
  }

  private autosave(): void {
    this.saveTimer.stop();
    if (!this.savesAutomatically() || isWaitingForUser(this.state)) return;
    // Ignores the error, because it is also in `state` of the snapshot.
    this.save().catch(() => undefined);
  }

  private hasChanges(): boolean {
    return !isEmpty(changesBetween(this.base, this.fields));
  }

  private key(): string {
    return this.dependencies.copyKeyOf(this.stored?.post.id);
  }

  /** Applies the local copy of the post, or removes it if it has no changes. */
  private restore(copy: LocalCopy): void {
    const restored = restoredFrom(copy, this.base, this.stored);
    if (!restored) {
      void this.copy.remove(copy.key);
      return;
    }
    this.fields = restored.fields;
    this.state = restored.state;
    this.restoredCopyAt = copy.keptAt;
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
