/**
 * Wraps a function so that calls during a running call share its promise. Several gauges set by one statement use it: a
 * scrape reads all gauges at the same moment, and the statement runs once.
 */
export function coalesceCalls(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= work().finally(() => (running = undefined)));
}
