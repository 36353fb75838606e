import { messageOf } from '@almanac/errors';
import { type Logger } from '../logging/logger';
import { type Metrics } from '../metrics/metrics';

/**
 * Returns the error listener of a connection pool. It logs only the message of the error, because the driver adds its client object to the
 * error.
 * @param pool the name of the pool in log lines
 */
export function reporterOfLostConnections(logger: Logger, pool: string): (error: Error) => void {
  return (error) => logger.warn(`Lost an idle database connection: ${messageOf(error)}`, { pool });
}

/** Returns the listener for failed attempts to connect while a service starts. */
export function reporterOfConnectRetries(logger: Logger): (error: Error) => void {
  return (error) => logger.warn(`PostgreSQL cannot be reached; the service tries again: ${messageOf(error)}`);
}

/** Returns the listeners that log when reads move from the read replica to the primary, and back. */
export function replicaReporter(logger: Logger): {
  onReplicaLost: (reason: string) => void;
  onReplicaBack: () => void;
} {
  return {
    onReplicaLost: (reason) => logger.warn('The read replica cannot be reached; reads use the primary.', { reason }),
    onReplicaBack: () => logger.info('The read replica responds again; reads use it.'),
  };
}

/** Adds the metric that shows whether reads use the read replica. */
export function observeReplica(metrics: Metrics, servers: { readsFromReplica: boolean }): void {
  metrics.gauge(
    'database_replica_up',
    '1 while reads use the replica, 0 while the replica cannot be reached and reads use the primary.',
    [],
    (gauge) => gauge.set(servers.readsFromReplica ? 1 : 0),
  );
}
