import {
  type BackendFactory,
  type IQueueBackend,
  type QueueBaseOptions,
  createPostgresBackend,
  createRedisBackend,
  runMigrations,
} from 'bullmq';
import { InternalServerError } from '@almanac/errors';
import { Redis } from 'ioredis';
import { Pool } from 'pg';
import { jobNames } from './jobs';

/** The schema of BullMQ's own tables on PostgreSQL. */
const postgresSchema = 'bullmq';

/** One engine behind the queues, opened once per process; the rest of the code does not know which. */
export interface QueueBackend {
  readonly engine: 'redis' | 'postgres';
  readonly forQueues: BackendFactory<IQueueBackend, null>;
  readonly forWorkers: BackendFactory<IQueueBackend, null>;
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

type QueueBaseOptionsOfOurs = QueueBaseOptions<null>;

function openRedis(url: string, { onError }: QueueBackendOptions): QueueBackend {
  // An announcement that cannot be made fails at once: the sweep makes it again. A worker waits for Redis to return.
  const retryStrategy = (times: number): number => Math.min(times * 50, 1_000);
  const producer = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false, retryStrategy });
  const consumer = new Redis(url, { maxRetriesPerRequest: null, retryStrategy });
  for (const connection of [producer, consumer]) connection.on('error', onError).setMaxListeners(100);
  const over =
    (connection: Redis): BackendFactory<IQueueBackend, null> =>
    (name, given: QueueBaseOptionsOfOurs, more) =>
      createRedisBackend(name, { ...given, connection }, more);
  return {
    engine: 'redis',
    forQueues: over(producer),
    forWorkers: over(consumer),
    ping: async () => void (await producer.ping()),
    close: async () => {
      producer.disconnect();
      consumer.disconnect();
    },
  };
}

async function openPostgres(url: string, { onError }: QueueBackendOptions): Promise<QueueBackend> {
  // Each worker keeps one connection to LISTEN on; the rest share a few.
  const pool = new Pool({
    connectionString: url,
    max: jobNames.length + 4,
    options: `-c search_path=${postgresSchema}`,
    application_name: 'almanac-queue',
    keepAlive: true,
  });
  pool.on('error', onError).setMaxListeners(100);
  const client = await pool.connect();
  try {
    await runMigrations(client, postgresSchema);
  } finally {
    client.release();
  }
  const over: BackendFactory<IQueueBackend, null> = (name, given: QueueBaseOptionsOfOurs, more) =>
    createPostgresBackend(name, { ...given, connection: pool }, more);
  return {
    engine: 'postgres',
    forQueues: over,
    forWorkers: over,
    ping: async () => void (await pool.query('select 1')),
    close: () => pool.end(),
  };
}
