/**
 * Wraps a function so that a call during a running call returns the promise of the running one. It is for several gauges whose values
 * come from one statement: a scrape reads all gauges at the same moment, and the statement runs once.
 */
export function coalesceCalls(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= work().finally(() => (running = undefined)));
}
