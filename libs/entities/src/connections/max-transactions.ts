/**
 * The number of connections of a pool that are never used for transactions, so that reads without a transaction run even while all
 * transactions wait for locks. A pool of 2 to 8 connections reserves a quarter of them, rounded up; a pool of one reserves none.
 */
const RESERVED_FOR_READERS = 3;

/** The maximum number of connections of a pool that may be in transactions; at least 1. */
export function maxTransactionsOf(poolSize: number): number {
  return Math.max(1, poolSize - Math.min(RESERVED_FOR_READERS, Math.ceil(poolSize / 4)));
}
