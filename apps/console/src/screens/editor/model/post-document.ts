import {
  type Changes,
  changesBetween,
  emptyFields,
  fieldNames,
  type Fields,
  fieldsOf,
  inputOf,
  isEmpty,
  type Post,
  type PostInput,
} from './fields.ts';
import { withAutomaticSlug } from './automatic-slug.ts';
import { Collision } from './collision.ts';
import type { LocalCopy } from './local-copy.ts';
import { hasFields, isSameRevision, revision, type StoredPost } from './stored-post.ts';
import { delayBefore, failureOf, MAX_UNSAVED_MS, IDLE_MS, type SaveState } from './save-state.ts';
import type { Opened, PendingAddition, Snapshot, Surroundings } from './snapshot.ts';
import { UnsavedCopy } from './unsaved-copy.ts';

/**
 * A post that is being edited: the stored post, the changes since, and their saving. Requests never overlap. Unsaved changes
 * are kept as a local copy. Drafts are saved when the user pauses typing, other posts when `save` is called.
 */
export class PostDocument {
  private stored: StoredPost | undefined;
  private base: Fields;
  private fields: Fields;
  private state: SaveState = { name: 'saved' };
  private pending: PendingAddition | undefined;
  private queue: Promise<unknown> = Promise.resolve();
  private attempt = 0;
  private bodyVersion = 0;
  private firstChangeAt = 0;
  private saveTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly copy: UnsavedCopy;
  private readonly listeners = new Set<() => void>();
  private snapshot: Snapshot;
  private restoredFrom: number | undefined;

  constructor(
    private readonly surroundings: Surroundings,
    { stored, copy, visibility = 'public', authors = [] }: Opened,
  ) {
    this.stored = stored;
    this.base = stored ? fieldsOf(stored.post) : { ...emptyFields(visibility), authors };
    this.fields = this.base;
    this.copy = new UnsavedCopy(surroundings.copies, () => ({
      key: this.key(),
      changes: changesBetween(this.base, this.fields),
      base: this.stored ? revision(this.stored) : null,
    }));
    if (copy) this.restore(copy);
    this.snapshot = this.makeSnapshot();
  }

  /** For `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getSnapshot = (): Snapshot => this.snapshot;

  /** Listens to the network. @returns a function that stops that, and the timers */
  connect(): () => void {
    const retry = (): void => void (this.state.name === 'unreachable' && this.autosave());
    window.addEventListener('online', retry);
    if (this.state.name === 'unsaved') this.schedule(IDLE_MS);
    return () => {
      window.removeEventListener('online', retry);
      clearTimeout(this.saveTimer);
    };
  }

  change(changes: Changes): void {
    this.fields = { ...this.fields, ...changes };
    this.copy.keepSoon();
    if (this.isWaitingForPerson()) return this.publish();
    const isDirty = this.hasChanges();
    if (this.state.name !== 'saving' && this.state.name !== 'unreachable')
      this.state = isDirty ? { name: 'unsaved' } : { name: 'saved' };
    if (isDirty && this.state.name === 'unsaved') this.schedule(IDLE_MS);
    this.publish();
  }

  /** Takes the body in the form that the editor gives it on opening: not a change by the user. */
  adoptOpened(lexical: string): void {
    if (this.base.lexical === this.fields.lexical) this.base = { ...this.base, lexical };
    this.fields = { ...this.fields, lexical };
  }

  /** Replaces the current fields by those of an earlier copy. */
  replaceWith(changes: Changes): void {
    this.bodyVersion++;
    this.change(changes);
  }

  /**
   * Saves the changes now, with those of an action such as publishing.
   * @throws the error of the server; the state contains it, too
   */
  save(action: PostInput = {}): Promise<void> {
    clearTimeout(this.saveTimer);
    const write = (): Promise<void> => this.write(action);
    const result = this.queue.then(write, write);
    this.queue = result;
    return result;
  }

  /** Applies the changes of this user to the other version. */
  async keepMine(): Promise<void> {
    if (this.state.name !== 'collision') return;
    const { theirs } = this.state;
    const mine = this.fields;
    const changes = changesBetween(this.base, mine);
    this.stored = theirs;
    this.base = fieldsOf(theirs.post);
    this.fields = { ...this.base, ...changes };
    this.bodyVersion++;
    this.setState({ name: 'unsaved' });
    await this.save();
  }

  /** Discards the changes of this user. */
  async takeTheirs(): Promise<void> {
    if (this.state.name !== 'collision') return;
    this.stored = this.state.theirs;
    this.base = fieldsOf(this.stored.post);
    this.fields = this.base;
    this.bodyVersion++;
    await this.copy.keep();
    this.setState({ name: 'saved' });
  }

  /** Adds a draft with the version of this user, beside the other version. @returns the new post */
  async saveAsNew(): Promise<Post> {
    const fields = { ...this.fields, slug: null, published_at: null, unpublish_at: null };
    const { post } = await this.surroundings.api.add(inputOf(fields), crypto.randomUUID());
    await this.discard();
    return post;
  }

  /** Forgets the changes, and their copy. */
  async discard(): Promise<void> {
    clearTimeout(this.saveTimer);
    this.fields = this.base;
    await this.copy.keep();
    this.setState({ name: 'saved' });
  }

  async delete(): Promise<void> {
    await this.queue.catch(() => undefined);
    if (this.stored) await this.surroundings.api.delete(this.stored.post.id);
    await this.discard();
  }

  /** Continues saving after the user has signed in again. */
  resume(): void {
    this.setState({ name: 'unsaved' });
    this.autosave();
  }

  /** Whether changes are saved automatically. */
  isSavedByItself(): boolean {
    return (this.stored?.post.status ?? 'draft') === 'draft';
  }

  private async write(action: PostInput): Promise<void> {
    if (!this.hasChanges() && isEmpty(action)) return this.setState({ name: 'saved' });
    this.setState({ name: 'saving' });
    try {
      if (!this.stored) await this.add();
      if (this.stored && (this.hasChanges() || !isEmpty(action))) await this.edit(this.stored, action);
      this.attempt = 0;
      this.setState({ name: this.hasChanges() ? 'unsaved' : 'saved' });
      if (this.hasChanges()) this.schedule(IDLE_MS);
      else await this.copy.keep();
    } catch (error) {
      await this.fail(error);
      throw error;
    }
  }

  private async add(): Promise<void> {
    const oldKey = this.key();
    const { title, ...changes } = changesBetween(this.base, this.fields);
    // The same request is repeated until it is answered, or a lost response would leave two posts.
    this.pending ??= {
      key: crypto.randomUUID(),
      sent: this.fields,
      // Authors and contributors must send themselves as the authors.
      input: inputOf({ ...changes, title: title ?? '', authors: this.fields.authors }),
    };
    try {
      const added = await this.surroundings.api.add(this.pending.input, this.pending.key);
      this.adopt(added, this.pending.sent);
    } catch (error) {
      if (failureOf(error) !== 'unreachable') this.pending = undefined;
      throw error;
    }
    this.pending = undefined;
    await this.copy.remove(oldKey);
    if (this.hasChanges()) await this.copy.keep();
    if (this.stored) this.surroundings.onCreated?.(this.stored.post);
  }

  private async edit(before: StoredPost, action: PostInput): Promise<void> {
    const sent = this.fields;
    const changes = await withAutomaticSlug(this.surroundings.api, before.post, changesBetween(this.base, sent));
    try {
      this.adopt(await this.surroundings.api.edit(before, { ...inputOf(changes), ...action }), sent);
    } catch (error) {
      if (failureOf(error) !== 'collision') throw error;
      const theirs = await this.surroundings.api.read(before.post.id);
      // The response to an earlier attempt of the same change was lost.
      if (!isEmpty(action) || !hasFields(theirs, changes)) throw new Collision(error, theirs);
      this.adopt(theirs, sent);
    }
  }

  /** Takes over the stored post. Fields that were changed during the request stay changed. */
  private adopt(stored: StoredPost, sent: Fields): void {
    // A response to a write does not contain the body of the post; it is the one that was sent.
    const theirs: Fields = { ...fieldsOf(stored.post), lexical: sent.lexical };
    const untouched = fieldNames(theirs).filter((name) => this.fields[name] === sent[name]);
    this.stored = stored;
    this.base = theirs;
    this.fields = { ...this.fields, ...Object.fromEntries(untouched.map((name) => [name, theirs[name]])) };
  }

  private async fail(error: unknown): Promise<void> {
    if (error instanceof Collision) return this.setState({ name: 'collision', theirs: error.theirs });
    const failure = failureOf(error);
    if (failure === 'no-permission' && !(await this.surroundings.hasSession().catch(() => true)))
      return this.setState({ name: 'signed-out' });
    if (failure === 'deleted') return this.setState({ name: 'deleted' });
    if (failure !== 'unreachable') return this.setState({ name: 'refused', error });
    this.setState({ name: 'unreachable' });
    clearTimeout(this.saveTimer);
    this.saveTimer = setTimeout(() => this.autosave(), delayBefore(this.attempt++, error));
  }

  private schedule(pauseMs: number): void {
    if (!this.isSavedByItself()) return;
    const now = Date.now();
    if (!this.saveTimer) this.firstChangeAt = now;
    clearTimeout(this.saveTimer);
    const latest = Math.max(0, this.firstChangeAt + MAX_UNSAVED_MS - now);
    this.saveTimer = setTimeout(() => this.autosave(), Math.min(pauseMs, latest));
  }

  private autosave(): void {
    clearTimeout(this.saveTimer);
    this.saveTimer = undefined;
    if (!this.isSavedByItself() || this.isWaitingForPerson()) return;
    // The state shows the error.
    this.save().catch(() => undefined);
  }

  private isWaitingForPerson(): boolean {
    return ['collision', 'signed-out', 'deleted'].includes(this.state.name);
  }

  private hasChanges(): boolean {
    return !isEmpty(changesBetween(this.base, this.fields));
  }

  private key(): string {
    return this.surroundings.keyOf(this.stored?.post.id);
  }

  private restore(copy: LocalCopy): void {
    const { stored } = this;
    const fields = { ...this.base, ...copy.changes };
    if (isEmpty(changesBetween(this.base, fields)) || (stored && hasFields(stored, copy.changes))) {
      void this.copy.remove(copy.key);
      return;
    }
    this.fields = fields;
    this.restoredFrom = copy.keptAt;
    const isOld = stored !== undefined && copy.base !== null && !isSameRevision(copy.base, revision(stored));
    this.state = isOld ? { name: 'collision', theirs: stored } : { name: 'unsaved' };
  }

  private setState(state: SaveState): void {
    this.state = state;
    this.publish();
  }

  private publish(): void {
    this.snapshot = this.makeSnapshot();
    for (const listener of this.listeners) listener();
  }

  private makeSnapshot(): Snapshot {
    const { stored, fields, state, bodyVersion, restoredFrom } = this;
    return { post: stored?.post, fields, state, hasChanges: this.hasChanges(), bodyVersion, restoredFrom };
  }
}
