import { type Logger } from '../logging/logger';
import { type Metrics } from '../metrics/metrics';

/** Makes the listener for lost idle connections of one pool. The message alone is logged: the driver adds its client to the error. */
export function reporterOfLostConnections(logger: Logger, pool: string): (error: Error) => void {
  return (error) => logger.warn(`Lost an idle database connection: ${error.message}`, { pool });
}

/** Makes the listener for failed attempts to connect while a service starts. */
export function reporterOfConnectRetries(logger: Logger): (error: Error) => void {
  return (error) => logger.warn(`PostgreSQL cannot be reached; the service tries again: ${error.message}`);
}

/** Shows whether reads go to the replica, or to the primary because the replica cannot be reached. */
export function observeReplica(metrics: Metrics, servers: { readsFromReplica: boolean }): void {
  metrics.gauge(
    'database_replica_up',
    '1 while reads go to the replica, 0 while they go to the primary because the replica cannot be reached.',
    [],
    (gauge) => gauge.set(servers.readsFromReplica ? 1 : 0),
  );
}
