import { Injectable } from '@nestjs/common';

/** Upper bound on waiting, so that a sustained publishing burst cannot starve the relay. */
const MAX_WAIT_MS = 2_000;

/**
 * Makes the relay wait while this process publishes or unpublishes due posts. The relay and these changes use the same PostgreSQL, but
 * only the posts have to change within seconds.
 */
@Injectable()
export class PriorityGate {
  private readonly publishing = new Set<Promise<unknown>>();

  /** Runs the work at once. Calls of {@link yieldToPublishing} during the work wait for its end. */
  async runPublishing<T>(work: () => Promise<T>): Promise<T> {
    const run = work();
    this.publishing.add(run);
    try {
      return await run;
    } finally {
      this.publishing.delete(run);
    }
  }

  /** Resolves when the publishing work that runs at the time of the call has ended, or after two seconds. */
  async yieldToPublishing(): Promise<void> {
    if (this.publishing.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise((resolve) => (timer = setTimeout(resolve, MAX_WAIT_MS)));
    await Promise.race([Promise.allSettled(this.publishing), timeout]);
    clearTimeout(timer);
  }
}
