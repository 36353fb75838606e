import { isEmpty } from './fields.ts';
import type { LocalCopy } from './local-copy.ts';

/** The storage of local copies: IndexedDB, or memory in tests. */
export interface CopyStorage {
  put(copy: LocalCopy): Promise<unknown>;
  remove(key: string): Promise<unknown>;
}

/** The delay between a change and the storage of the copy. */
const STORE_DELAY_MS = 300;

/** Stores the local copy of the unsaved changes of one post, soon after each change. */
export class UnsavedCopy {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly copies: CopyStorage,
    /** Returns the current copy. Its changes are empty if everything is saved on the server. */
    private readonly currentCopy: () => Omit<LocalCopy, 'keptAt'>,
  ) {}

  /** Calls `sync` after `STORE_DELAY_MS`. Further calls within this time have no effect. */
  syncSoon(): void {
    this.timer ??= setTimeout(() => void this.sync(), STORE_DELAY_MS);
  }

  /** Stores the current copy, or removes the stored copy if everything is saved on the server. */
  async sync(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const copy = this.currentCopy();
    if (isEmpty(copy.changes)) await this.copies.remove(copy.key);
    else await this.copies.put({ ...copy, keptAt: Date.now() });
  }

  /** Removes another stored copy, e.g. the copy of a new post after its first save. */
  async remove(key: string): Promise<void> {
    await this.copies.remove(key);
  }
}
