import { InternalServerError } from '@almanac/errors';
import { type QueueAddress } from '@almanac/validation';
import { Redis, type RedisOptions, SentinelConnector, type SentinelConnectionOptions } from 'ioredis';
import { readFileSync } from 'node:fs';

export type RedisAddress = Exclude<QueueAddress, { engine: 'postgres' }>;

export interface RedisConnection {
  connection: Redis;
  /** @throws InternalServerError when the server is in cluster mode */
  assertSupported(): void;
}

const CONNECT_WAIT_MS = 2_000;
const MAX_RETRY_DELAY_MS = 1_000;

const CLUSTER_REFUSED =
  'QUEUE_URL names a Redis in cluster mode, which the queues do not support: name a Redis without cluster mode (redis://…), or one behind Sentinel (redis+sentinel://…).';

/** The delay before a reconnection in ms. @param attempt 1 for the first one */
const retryStrategy = (attempt: number): number => Math.min(attempt * 50, MAX_RETRY_DELAY_MS);

/**
 * Reconnects after the error READONLY, which a former primary returns after a failover.
 * @returns 2, with which ioredis also resends the command, or false for no reconnection
 */
function reconnectIfReadOnly(error: Error): 2 | false {
  return error.message.startsWith('READONLY') ? 2 : false;
}

function tlsOptions(tls: RedisAddress['tls']): { ca?: Buffer } | undefined {
  return tls && (tls.caFile ? { ca: readFileSync(tls.caFile) } : {});
}

/**
 * Asks the sentinels for the primary each time a connection is opened. The base class of ioredis 5.11 also listens for failovers while it
 * asks. If a failover is reported during this time, it gives up, and the connection stays closed for ever.
 */
class PrimaryConnector extends SentinelConnector {
  /** @param options the options of the connection; ioredis declares them as unknown */
  constructor(options: unknown) {
    super(options as SentinelConnectionOptions);
  }

  override connect(...parameters: Parameters<SentinelConnector['connect']>): ReturnType<SentinelConnector['connect']> {
    // The former socket is closed already, so `disconnect` only stops listening for failovers. Listening starts again when the new socket
    // is connected.
    this.disconnect();
    return super.connect(...parameters);
  }
}

function open(address: RedisAddress): Redis {
  const tls = tlsOptions(address.tls);
  // With `maxRetriesPerRequest: null`, commands wait until Redis responds again. Otherwise a restart of Redis during the start of BullMQ
  // makes this start fail permanently.
  const common: RedisOptions = { maxRetriesPerRequest: null, retryStrategy, reconnectOnError: reconnectIfReadOnly };
  if (address.engine === 'redis') return new Redis(address.url, { ...common, ...(tls && { tls }) });
  const { sentinels, name, database, username, password, sentinelUsername, sentinelPassword } = address;
  return new Redis({
    ...common,
    Connector: PrimaryConnector,
    sentinels,
    name,
    db: database,
    username,
    password,
    sentinelUsername,
    sentinelPassword,
    sentinelRetryStrategy: retryStrategy,
    // Listens to the sentinels for failovers, because the connection to a primary whose machine disappears is not closed.
    failoverDetector: true,
    ...(tls && { tls, sentinelTLS: tls, enableTLSForSentinelMode: true }),
  });
}

/** Whether the server is in cluster mode; false if the command INFO fails, e.g. because it is not permitted. */
async function isCluster(connection: Redis): Promise<boolean> {
  const information = await connection.info('cluster').catch(() => '');
  return information.includes('cluster_enabled:1');
}

/** Waits until the first connection is ready or fails, at most 2 s. After that, the worker starts, also without Redis. */
async function waitForConnection(connection: Redis): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CONNECT_WAIT_MS);
    connection.once('ready', resolve).once('error', () => resolve());
  });
  clearTimeout(timer);
}

/**
 * Opens the connection that all queues share.
 * @throws InternalServerError for a Redis in cluster mode, where BullMQ's scripts fail with CROSSSLOT
 */
export async function connectToRedis(address: RedisAddress, onError: (error: Error) => void): Promise<RedisConnection> {
  const connection = open(address);
  let isInClusterMode = false;
  const assertSupported = (): void => {
    if (isInClusterMode) throw new InternalServerError(CLUSTER_REFUSED);
  };
  const checkMode = async (): Promise<void> => {
    isInClusterMode = await isCluster(connection);
    if (isInClusterMode) onError(new InternalServerError(CLUSTER_REFUSED));
  };
  // Each queue and each worker adds listeners.
  connection.on('error', onError).setMaxListeners(100);
  await waitForConnection(connection);
  if (connection.status === 'ready') await checkMode();
  // A Redis that was down at the start is checked when it connects.
  connection.on('ready', () => void checkMode());
  try {
    assertSupported();
  } catch (error) {
    connection.disconnect();
    throw error;
  }
  return { connection, assertSupported };
}
