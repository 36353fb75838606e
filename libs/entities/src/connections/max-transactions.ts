/**
 * The number of connections of a pool that are never used for transactions. So reads without a transaction run even while all
 * transactions wait for locks. In a small pool, it is a quarter of the connections.
 */
const RESERVED_FOR_READERS = 3;

/** The maximum number of connections of a pool that may be in transactions. */
export function maxTransactionsOf(poolSize: number): number {
  return Math.max(1, poolSize - Math.min(RESERVED_FOR_READERS, Math.ceil(poolSize / 4)));
}
