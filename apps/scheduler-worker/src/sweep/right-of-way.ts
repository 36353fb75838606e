import { Injectable } from '@nestjs/common';

/** Whoever gives way goes on after this long, so that a rush without an end holds nothing up for good. */
const LONGEST_MS = 2_000;

/**
 * Lets work that is promised to the second go before work that is not. Thousands of posts that fall due together and the
 * telling of it want the same processors of the database: telling as one publishes makes the last post late, telling right
 * afterwards costs the webhooks nothing, for all is told as early.
 */
@Injectable()
export class RightOfWay {
  private readonly rushes = new Set<Promise<unknown>>();

  /** Goes before others until it has ended. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    const rush = work();
    this.rushes.add(rush);
    try {
      return await rush;
    } finally {
      this.rushes.delete(rush);
    }
  }

  /** Resolves when nobody goes before, or has for long enough. */
  async give(): Promise<void> {
    if (this.rushes.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise((resolve) => (timer = setTimeout(resolve, LONGEST_MS)));
    await Promise.race([Promise.allSettled(this.rushes), enough]);
    clearTimeout(timer);
  }
}
