import { InternalServerError } from '@almanac/errors';
import { type QueueAddress } from '@almanac/validation';
import { Redis, type RedisOptions } from 'ioredis';
import { readFileSync } from 'node:fs';

export type RedisAddress = Exclude<QueueAddress, { engine: 'postgres' }>;

export interface RedisConnection {
  connection: Redis;
  /** @throws InternalServerError when the server turned out to be part of a Redis Cluster */
  assertSupported(): void;
}

const FIRST_CONNECTION_MS = 2_000;
const LONGEST_RETRY_MS = 1_000;

const CLUSTER_REFUSED =
  'QUEUE_URL names a Redis in cluster mode, which the queues do not support: name a Redis without cluster mode (redis://…), or one behind Sentinel (redis+sentinel://…).';

const retryStrategy = (times: number): number => Math.min(times * 50, LONGEST_RETRY_MS);

/** After a failover, a connection to the old primary answers READONLY until it is opened anew. */
function isReadOnly(error: Error): 2 | false {
  return error.message.startsWith('READONLY') ? 2 : false;
}

function tlsOptions(tls: RedisAddress['tls']): { ca?: Buffer } | undefined {
  return tls && (tls.caFile ? { ca: readFileSync(tls.caFile) } : {});
}

function open(address: RedisAddress): Redis {
  const tls = tlsOptions(address.tls);
  // Commands wait for Redis to return: BullMQ's own start-up would otherwise fail for good when it meets a restart.
  const common: RedisOptions = { maxRetriesPerRequest: null, retryStrategy, reconnectOnError: isReadOnly };
  if (address.engine === 'redis') return new Redis(address.url, { ...common, ...(tls && { tls }) });
  const { sentinels, name, database, username, password, sentinelUsername, sentinelPassword } = address;
  return new Redis({
    ...common,
    sentinels,
    name,
    db: database,
    username,
    password,
    sentinelUsername,
    sentinelPassword,
    sentinelRetryStrategy: retryStrategy,
    // Told by the sentinels: a primary whose machine vanished closes no connection.
    failoverDetector: true,
    ...(tls && { tls, sentinelTLS: tls, enableTLSForSentinelMode: true }),
  });
}

/** Whether the server says that it is part of a cluster; one that does not let us ask is taken as it is. */
async function isCluster(connection: Redis): Promise<boolean> {
  const information = await connection.info('cluster').catch(() => '');
  return information.includes('cluster_enabled:1');
}

/** Gives Redis a moment to answer; one that is away is not waited for, the worker has much to do without it. */
async function firstConnection(connection: Redis): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, FIRST_CONNECTION_MS);
    connection.once('ready', resolve).once('error', () => resolve());
  });
  clearTimeout(timer);
}

/**
 * Opens the connection all queues share.
 * @throws InternalServerError for a Redis Cluster; BullMQ's scripts would fail there with CROSSSLOT
 */
export async function connectToRedis(address: RedisAddress, onError: (error: Error) => void): Promise<RedisConnection> {
  const connection = open(address);
  let isRefused = false;
  const assertSupported = (): void => {
    if (isRefused) throw new InternalServerError(CLUSTER_REFUSED);
  };
  const check = async (): Promise<void> => {
    isRefused = await isCluster(connection);
    if (isRefused) onError(new InternalServerError(CLUSTER_REFUSED));
  };
  connection.on('error', onError).setMaxListeners(100);
  await firstConnection(connection);
  if (connection.status === 'ready') await check();
  // One that was away at the start is looked at when it comes.
  connection.on('ready', () => void check());
  try {
    assertSupported();
  } catch (error) {
    connection.disconnect();
    throw error;
  }
  return { connection, assertSupported };
}
