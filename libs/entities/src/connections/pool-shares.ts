/** Connections reserved for readers while all transactions wait for locks. */
const KEPT_FOR_READERS = 3;

/** Maximum number of connections of a pool in transactions. */
export function maxTransactionsOf(poolSize: number): number {
  return Math.max(1, poolSize - Math.min(KEPT_FOR_READERS, Math.ceil(poolSize / 4)));
}
