import { type Client, Pool, type PoolConfig } from 'pg';
import { connectionSetup, type TimeLimits } from './connection-setup';

const CONNECT_TIMEOUT_MS = 5_000;
/** Time before the first TCP keepalive probe; the default of most systems is two hours. */
export const KEEP_ALIVE_DELAY_MS = 10_000;

/** The types of pg lack `onConnect`. */
interface Configuration extends PoolConfig {
  onConnect: (client: Client) => Promise<void>;
}

export interface PoolOptions {
  /** postgres:// URL of the database. */
  url: string;
  /** Shown in pg_stat_activity. */
  name: string;
  /** Maximum number of connections. */
  max: number;
  limits: TimeLimits;
  /** Milliseconds to wait for a free or new connection; 5,000 when absent. */
  connectTimeoutMs?: number;
  /** Further session parameters of each connection, e.g. `plan_cache_mode`; not set through a pooler. */
  settings?: Record<string, string>;
  /** Called when an idle connection was lost; the pool replaces it. */
  onError: (error: Error) => void;
}

/** Opens a pool of pg with time limits and an error listener. Without a listener, the loss of an idle connection would end the process. */
export function openPool({ url, name, max, limits, connectTimeoutMs, settings, onError }: PoolOptions): Pool {
  const configuration: Configuration = {
    connectionString: url,
    application_name: name,
    max,
    connectionTimeoutMillis: connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    onConnect: connectionSetup(limits, settings),
  };
  const pool = new Pool(configuration);
  pool.on('error', onError);
  return pool;
}
