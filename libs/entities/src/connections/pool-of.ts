import type { DataSource } from 'typeorm';

/** Figures of a connection pool, as `pg` has them. */
export interface PoolFigures {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

const hasFigures = (pool: unknown): pool is PoolFigures =>
  typeof pool === 'object' && pool !== null && 'totalCount' in pool && 'idleCount' in pool && 'waitingCount' in pool;

/** The pool behind a connected data source. */
export function poolOf({ driver }: DataSource): PoolFigures {
  const pool = 'master' in driver ? driver.master : undefined;
  if (!hasFigures(pool)) throw new TypeError('The data source is not connected.');
  return pool;
}
