import { isEmpty } from './fields.ts';
import type { LocalCopy } from './local-copy.ts';

/** The storage of unsaved changes: IndexedDB, or memory in tests. */
export interface CopyStorage {
  keep(copy: LocalCopy): Promise<unknown>;
  remove(key: string): Promise<unknown>;
}

const STORE_DELAY_MS = 300;

/** The local copy of the unsaved changes of one post. It is stored in the browser soon after each change. */
export class UnsavedCopy {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly copies: CopyStorage,
    /** Returns the current copy; its changes are empty when everything is saved. */
    private readonly currentCopy: () => Omit<LocalCopy, 'keptAt'>,
  ) {}

  /** Calls `sync` after a short delay; further calls within the delay have no effect. */
  syncSoon(): void {
    this.timer ??= setTimeout(() => void this.sync(), STORE_DELAY_MS);
  }

  /** Stores the copy, or removes it when nothing is unsaved. */
  async sync(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const copy = this.currentCopy();
    if (isEmpty(copy.changes)) await this.copies.remove(copy.key);
    else await this.copies.keep({ ...copy, keptAt: Date.now() });
  }

  async remove(key: string): Promise<void> {
    await this.copies.remove(key);
  }
}
