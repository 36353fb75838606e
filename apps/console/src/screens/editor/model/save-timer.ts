import { MAX_UNSAVED_MS } from './save-state.ts';

/** The timer of automatic saves. At most one save is scheduled at a time. */
export class SaveTimer {
  /** The time at which `saveAfterPause` was first called since no save was scheduled, in milliseconds since 1970. */
  private firstChangeAt = 0;
  /** Undefined while no save is scheduled. `save` calls `stop`, which resets it. */
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param save has to call `stop` */
  constructor(private readonly save: () => void) {}

  /**
   * Schedules a save after `pauseMs`. Further calls delay it until `MAX_UNSAVED_MS` after the first call, at the latest. Changes during a
   * running save are scheduled when it has ended.
   */
  saveAfterPause(pauseMs: number): void {
    const now = Date.now();
    if (!this.timer) this.firstChangeAt = now;
    this.saveIn(Math.min(pauseMs, Math.max(0, this.firstChangeAt + MAX_UNSAVED_MS - now)));
  }

  /** Schedules a save after `delayMs`. Replaces a scheduled save. */
  saveIn(delayMs: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.save, delayMs);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
