import { setImmediate } from 'node:timers/promises';

const YIELD_INTERVAL_MS = 15;

/** Yields to the event loop between pieces of synchronous work, so that the service can handle requests meanwhile. */
export class EventLoopPause {
  #lastYieldAt = performance.now();

  /** Yields if 15 ms have passed since the last yield. */
  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.#lastYieldAt < YIELD_INTERVAL_MS) return;
    await setImmediate();
    this.#lastYieldAt = performance.now();
  }
}
