import { type ClientBase, Pool, type PoolConfig } from 'pg';
import { connectionSetup, settingsOf, type TimeLimits } from './connection-setup';

const CONNECT_TIMEOUT_MS = 5_000;
/** Before the first TCP keepalive probe; the default of most systems is two hours. */
export const KEEP_ALIVE_DELAY_MS = 10_000;

/** `onConnect` is newer than the types of pg. */
interface Configuration extends PoolConfig {
  onConnect: (client: ClientBase) => Promise<void>;
}

export interface PoolOptions {
  /** postgres:// URL of the database. */
  url: string;
  /** Shown in pg_stat_activity. */
  name: string;
  /** Most connections held at once. */
  max: number;
  limits: TimeLimits;
  /** Milliseconds to wait for a connection, free or new. */
  connectTimeoutMs?: number;
  /** Further settings of postgresql.conf for each connection; a pooler leaves them out. */
  settings?: Record<string, string>;
  /** An idle connection was lost; the pool replaces it. */
  onError: (error: Error) => void;
}

/** The one way to a pool of plain connections: with time limits, and with the listener without which a lost one ends the process. */
export function openPool({ url, name, max, limits, connectTimeoutMs, settings, onError }: PoolOptions): Pool {
  const configuration: Configuration = {
    connectionString: url,
    application_name: name,
    max,
    connectionTimeoutMillis: connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    onConnect: connectionSetup({ ...settingsOf(limits), ...settings }),
  };
  const pool = new Pool(configuration);
  pool.on('error', onError);
  return pool;
}
