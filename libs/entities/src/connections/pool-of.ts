import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';

/** The numbers of all connections, of idle connections and of waiting requests of a pool, as `pg` counts them. */
export type PoolFigures = Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;

const isPool = (pool: unknown): pool is Pool =>
  typeof pool === 'object' && pool !== null && 'totalCount' in pool && 'connect' in pool;

/**
 * The pool of a connected data source.
 * @throws TypeError when the data source is not connected
 */
export function poolOf({ driver }: DataSource): Pool {
  const pool = 'master' in driver ? driver.master : undefined;
  if (!isPool(pool)) throw new TypeError('The data source is not connected.');
  return pool;
}
