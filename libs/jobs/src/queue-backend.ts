import {
  type BackendFactory,
  type IQueueBackend,
  type QueueBaseOptions,
  createPostgresBackend,
  createRedisBackend,
  runMigrations,
} from 'bullmq';
import { InternalServerError, MaintenanceError } from '@almanac/errors';
import { Redis } from 'ioredis';
import { Pool } from 'pg';
import { jobNames } from './jobs';

const firstConnectionMs = 2_000;

/** The schema of BullMQ's own tables on PostgreSQL. */
const postgresSchema = 'bullmq';

/** Stands where BullMQ wants a connection for each queue: ours is one a process, and the backend holds it. */
export type SharedConnection = 'shared';

/** One engine behind the queues, opened once per process; the rest of the code does not know which. */
export interface QueueBackend {
  readonly engine: 'redis' | 'postgres';
  readonly createBackend: BackendFactory<IQueueBackend, SharedConnection>;
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

/**
 * Opens the engine a queue URL names: `redis://` and `rediss://` through ioredis, `postgres://` and `postgresql://`
 * through BullMQ's PostgreSQL backend, whose tables are migrated first.
 * @throws InternalServerError for another protocol; the driver's error when PostgreSQL cannot be reached
 */
export async function openQueueBackend(url: string, options: QueueBackendOptions): Promise<QueueBackend> {
  const { protocol } = new URL(url);
  if (protocol === 'redis:' || protocol === 'rediss:') return openRedis(url, options);
  if (protocol === 'postgres:' || protocol === 'postgresql:') return openPostgres(url, options);
  throw new InternalServerError(`QUEUE_URL has the protocol ${protocol} and needs redis: or postgres:.`);
}

async function openRedis(url: string, { onError }: QueueBackendOptions): Promise<QueueBackend> {
  // Commands wait for Redis to return: BullMQ's own start-up would otherwise fail for good when it meets a restart.
  const connection = new Redis(url, {
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(times * 50, 1_000),
  });
  connection.on('error', onError).setMaxListeners(100);
  await firstConnection(connection);
  return {
    engine: 'redis',
    createBackend: (name, given: QueueBaseOptions<SharedConnection>, more) =>
      createRedisBackend(name, { ...given, connection }, more),
    assertReachable: () => {
      if (connection.status !== 'ready') throw new MaintenanceError(`Redis is ${connection.status}.`);
    },
    ping: async () => void (await connection.ping()),
    close: async () => connection.disconnect(),
  };
}

/** Gives Redis a moment to answer; one that is away is not waited for, the worker has much to do without it. */
async function firstConnection(connection: Redis): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, firstConnectionMs);
    connection.once('ready', resolve).once('error', () => resolve());
  });
  clearTimeout(timer);
}

async function openPostgres(url: string, { onError }: QueueBackendOptions): Promise<QueueBackend> {
  // Each worker keeps one connection to LISTEN on; the rest share a few.
  const pool = new Pool({
    connectionString: url,
    max: jobNames.length + 4,
    options: `-c search_path=${postgresSchema}`,
    application_name: 'almanac-queue',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  });
  pool.on('error', onError).setMaxListeners(100);
  const client = await pool.connect();
  client.on('error', onError);
  try {
    await runMigrations(client, postgresSchema);
  } finally {
    client.removeListener('error', onError).release();
  }
  return {
    engine: 'postgres',
    createBackend: (name, given: QueueBaseOptions<SharedConnection>, more) =>
      createPostgresBackend(name, { ...given, connection: pool }, more),
    assertReachable: () => undefined,
    ping: async () => void (await pool.query('select 1')),
    close: () => pool.end(),
  };
}
