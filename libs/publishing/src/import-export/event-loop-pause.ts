import { setImmediate } from 'node:timers/promises';

const TURN_MS = 15;

/** Lets long synchronous work give way to requests: between two pieces of it the event loop runs at least every 15 ms. */
export class EventLoopPause {
  #since = performance.now();

  async ifDue(): Promise<void> {
    if (performance.now() - this.#since < TURN_MS) return;
    await setImmediate();
    this.#since = performance.now();
  }
}
