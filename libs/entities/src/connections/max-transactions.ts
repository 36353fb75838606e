/** Connections that transactions leave for other reads, even if all of them wait for locks; in a small pool a quarter of it. */
const RESERVED_FOR_READERS = 3;

/** The maximum number of connections of a pool that may be in transactions. */
export function maxTransactionsOf(poolSize: number): number {
  return Math.max(1, poolSize - Math.min(RESERVED_FOR_READERS, Math.ceil(poolSize / 4)));
}
