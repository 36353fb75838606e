/** Connections that readers find free while all other transactions wait for locks. */
const KEPT_FOR_READERS = 3;

/** How many of a pool's connections transactions may hold at once. */
export function mostTransactionsOf(poolSize: number): number {
  return Math.max(1, poolSize - Math.min(KEPT_FOR_READERS, Math.ceil(poolSize / 4)));
}
