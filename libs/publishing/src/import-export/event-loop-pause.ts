import { setImmediate } from 'node:timers/promises';

const YIELD_INTERVAL_MS = 15;

/** Yields to the event loop every 15 ms between pieces of synchronous work, so that the service handles requests. */
export class EventLoopPause {
  #since = performance.now();

  async ifDue(): Promise<void> {
    if (performance.now() - this.#since < YIELD_INTERVAL_MS) return;
    await setImmediate();
    this.#since = performance.now();
  }
}
