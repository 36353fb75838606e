/**
 * One look that sets several gauges: each waits for it before it is shown, and it is made once for all that are read
 * together. A gauge set by the look of another would show what was true at the reading before.
 */
export function sharedLook(look: () => Promise<void>): () => Promise<void> {
  let looking: Promise<void> | undefined;
  return () => (looking ??= look().finally(() => (looking = undefined)));
}
