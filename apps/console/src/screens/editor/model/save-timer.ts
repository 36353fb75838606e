import { MAX_UNSAVED_MS } from './save-state.ts';

/** The timer of automatic saves. At most one save is scheduled at a time. */
export class SaveTimer {
  /** The time of the first call of `saveAfterPause` since the last save, in milliseconds since 1970. */
  private firstCallAt: number | undefined;
  /** Undefined while no save is scheduled. `save` calls `stop`, which resets it. */
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param save has to call `stop` */
  constructor(private readonly save: () => void) {}

  /**
   * Schedules a save after `pauseMs`. Further calls delay it, but it begins at the latest `MAX_UNSAVED_MS` after the first call. Must not
   * be called during a save.
   */
  saveAfterPause(pauseMs: number): void {
    const now = Date.now();
    this.firstCallAt ??= now;
    this.saveIn(Math.min(pauseMs, Math.max(0, this.firstCallAt + MAX_UNSAVED_MS - now)));
  }

  /** Schedules a save after `delayMs`. Replaces a scheduled save. */
  saveIn(delayMs: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.save, delayMs);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.firstCallAt = undefined;
  }
}
