import {
  type BackendFactory,
  type IQueueBackend,
  type QueueBaseOptions,
  createPostgresBackend,
  createRedisBackend,
  runMigrations,
} from 'bullmq';
import { InternalServerError, MaintenanceError } from '@almanac/errors';
import { parseQueueUrl, QUEUE_URL_FORMS } from '@almanac/validation';
import { Pool } from 'pg';
import { jobNames } from './jobs';
import { connectToRedis, type RedisAddress } from './redis-connection';

/** The schema of BullMQ's own tables on PostgreSQL. */
const POSTGRES_SCHEMA = 'bullmq';

/** The value of BullMQ's `connection` option: a placeholder, because queues and workers use the connection of the backend. */
export type SharedConnection = 'shared';

/** The opened engine of the queues, Redis or PostgreSQL. Each process opens it once. */
export interface QueueBackend {
  readonly engine: 'redis' | 'postgres';
  readonly createBackend: BackendFactory<IQueueBackend, SharedConnection>;
  /** The pool of the PostgreSQL engine, for metrics. Redis has no pool. */
  readonly pool?: Pool;
  /**
   * Never throws for PostgreSQL, whose pool connects on demand: only a failed statement shows an outage.
   * @throws MaintenanceError while the connection to Redis is down
   * @throws InternalServerError while Redis is in cluster mode
   */
  assertReachable(): void;
  /**
   * Resolves when the engine responds. It can wait without limit, so a caller sets its own time limit.
   * @throws the driver's error if the engine cannot be reached or refuses the command
   */
  ping(): Promise<void>;
  /** Closes the connections. Waits at most 2 s for a PostgreSQL that does not respond. */
  close(): Promise<void>;
}

export interface QueueBackendOptions {
  /** Receives connection errors; the drivers reconnect by themselves. */
  onError: (error: Error) => void;
}

/** Maximum time to wait for the engine while closing. BullMQ and the pool would wait without limit. */
const CLOSE_TIMEOUT_MS = 2_000;

/** Whether a promise settles within {@link CLOSE_TIMEOUT_MS}. */
async function settles(promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => (timer = setTimeout(resolve, CLOSE_TIMEOUT_MS, false)));
  const settled = promise.then(
    () => true,
    () => true,
  );
  const isSettled = await Promise.race([settled, timeout]);
  clearTimeout(timer);
  return isSettled;
}

/** Whether the engine responds within 2 s; false for a Redis in cluster mode. */
export async function responds(backend: QueueBackend): Promise<boolean> {
  try {
    backend.assertReachable();
    const ping = backend.ping();
    if (!(await settles(ping))) return false;
    await ping;
    return true;
  } catch {
    return false;
  }
}

/**
 * Waits until queues or workers have closed, but at most 4 s after the engine stopped responding.
 * @param closing the promise that closes them
 * @throws its error if the engine responds
 */
export async function waitUntilClosed(backend: QueueBackend, closing: Promise<unknown>): Promise<void> {
  try {
    while (!(await settles(closing))) if (!(await responds(backend))) return;
    await closing;
  } catch (error) {
    // Closing fails when the connection is gone; that error is expected.
    if (await responds(backend)) throw error;
  }
}

/**
 * Opens the engine that a queue URL names: Redis (also behind Sentinel), or PostgreSQL. The tables of BullMQ on PostgreSQL are migrated
 * first.
 * @throws InternalServerError for an unsupported URL and for a Redis Cluster; the driver's error when PostgreSQL cannot be reached
 */
export async function openQueueBackend(url: string, options: QueueBackendOptions): Promise<QueueBackend> {
  const address = parseQueueUrl(url);
  if (!address) throw new InternalServerError(`QUEUE_URL must be one of: ${QUEUE_URL_FORMS}`);
  return address.engine === 'postgres' ? openPostgres(address.url, options) : openRedis(address, options);
}

async function openRedis(address: RedisAddress, { onError }: QueueBackendOptions): Promise<QueueBackend> {
  const { connection, assertSupported } = await connectToRedis(address, onError);
  return {
    engine: 'redis',
    createBackend: (name, queueOptions: QueueBaseOptions<SharedConnection>, connectionOptions) =>
      createRedisBackend(name, { ...queueOptions, connection }, connectionOptions),
    assertReachable: () => {
      assertSupported();
      if (connection.status !== 'ready') throw new MaintenanceError(`Redis is ${connection.status}.`);
    },
    ping: async () => void (await connection.ping()),
    close: async () => connection.disconnect(),
  };
}

/** In ms. Limits how long a frozen worker locks rows of the queue. Connections for LISTEN are idle outside transactions, so they stay. */
const TIME_LIMITS = '-c statement_timeout=15000 -c idle_in_transaction_session_timeout=60000';
/**
 * Without a response in this time, the pool closes the connection. The server cancels a statement earlier, and responds. So a server
 * without a response cannot be reached.
 */
const STATEMENT_RESPONSE_TIMEOUT_MS = 20_000;
/**
 * Time before the first TCP keepalive probe, as for the other connections to PostgreSQL; the default of most systems is two hours. A
 * connection for LISTEN needs the probes: it waits without a statement, so no statement fails if the host of the server is lost.
 */
const KEEP_ALIVE_DELAY_MS = 10_000;

async function openPostgres(url: string, { onError }: QueueBackendOptions): Promise<QueueBackend> {
  // Each BullMQ worker has its own connection for LISTEN. All other statements share four connections.
  const pool = new Pool({
    connectionString: url,
    max: jobNames.length + 4,
    options: `-c search_path=${POSTGRES_SCHEMA} ${TIME_LIMITS}`,
    application_name: 'almanac-queue',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    connectionTimeoutMillis: 5_000,
    query_timeout: STATEMENT_RESPONSE_TIMEOUT_MS,
  });
  // Each queue and each worker adds listeners.
  pool.on('error', onError).setMaxListeners(100);
  try {
    await migrateQueue(pool, onError);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    engine: 'postgres',
    pool,
    createBackend: (name, queueOptions: QueueBaseOptions<SharedConnection>, connectionOptions) =>
      createPostgresBackend(name, { ...queueOptions, connection: pool }, connectionOptions),
    assertReachable: () => undefined,
    ping: async () => void (await pool.query('select 1')),
    close: async () => void (await settles(pool.end())),
  };
}

async function migrateQueue(pool: Pool, onError: (error: Error) => void): Promise<void> {
  const client = await pool.connect();
  client.on('error', onError);
  try {
    await runMigrations(client, POSTGRES_SCHEMA);
  } finally {
    client.removeListener('error', onError).release();
  }
}
