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

/** Stands where BullMQ wants a connection for each queue: ours is one a process, and the backend holds it. */
export type SharedConnection = 'shared';

/** One engine behind the queues, opened once per process; the rest of the code does not know which. */
export interface QueueBackend {
  readonly engine: 'redis' | 'postgres';
  readonly createBackend: BackendFactory<IQueueBackend, SharedConnection>;
  /** The connections to PostgreSQL, for metrics; Redis has one connection and no pool. */
  readonly pool?: Pool;
  /** @throws MaintenanceError when it is known that the engine cannot be reached now */
  assertReachable(): void;
  /** Rejects when the engine does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface QueueBackendOptions {
  /** Told of broken connections; the drivers reconnect by themselves. */
  onError: (error: Error) => void;
}

/** How long closing may take while the engine cannot be reached: BullMQ waits for its answer otherwise. */
const CLOSE_WITHOUT_ENGINE_MS = 3_000;

/** Whether the engine can be reached, as far as is known. */
export function isReachable(backend: QueueBackend): boolean {
  try {
    backend.assertReachable();
    return true;
  } catch {
    return false;
  }
}

/** Waits until queues or workers have closed; only for a while when the engine cannot be reached. */
export async function whenClosed(backend: QueueBackend, closing: Promise<unknown>): Promise<void> {
  if (isReachable(backend)) return void (await closing);
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise((resolve) => (timer = setTimeout(resolve, CLOSE_WITHOUT_ENGINE_MS)));
  // What closes later fails once the connection is gone: that error is expected.
  await Promise.race([closing.catch(() => undefined), enough]);
  clearTimeout(timer);
}

/**
 * Opens the engine a queue URL names: Redis, also behind Sentinel, through ioredis, PostgreSQL through BullMQ's PostgreSQL
 * backend, whose tables are migrated first.
 * @throws InternalServerError for a URL of another form, and for a Redis Cluster; the driver's error when PostgreSQL cannot be reached
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
    createBackend: (name, given: QueueBaseOptions<SharedConnection>, more) =>
      createRedisBackend(name, { ...given, connection }, more),
    assertReachable: () => {
      assertSupported();
      if (connection.status !== 'ready') throw new MaintenanceError(`Redis is ${connection.status}.`);
    },
    ping: async () => void (await connection.ping()),
    close: async () => connection.disconnect(),
  };
}

/** A worker that hangs holds no row of the queue for long; LISTEN is no statement that runs. */
const TIME_LIMITS = '-c statement_timeout=15000 -c idle_in_transaction_session_timeout=60000';

async function openPostgres(url: string, { onError }: QueueBackendOptions): Promise<QueueBackend> {
  // Each worker keeps one connection to LISTEN on; the rest share a few.
  const pool = new Pool({
    connectionString: url,
    max: jobNames.length + 4,
    options: `-c search_path=${POSTGRES_SCHEMA} ${TIME_LIMITS}`,
    application_name: 'almanac-queue',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  });
  pool.on('error', onError).setMaxListeners(100);
  const client = await pool.connect();
  client.on('error', onError);
  try {
    await runMigrations(client, POSTGRES_SCHEMA);
  } finally {
    client.removeListener('error', onError).release();
  }
  return {
    engine: 'postgres',
    pool,
    createBackend: (name, given: QueueBaseOptions<SharedConnection>, more) =>
      createPostgresBackend(name, { ...given, connection: pool }, more),
    assertReachable: () => undefined,
    ping: async () => void (await pool.query('select 1')),
    close: () => pool.end(),
  };
}
