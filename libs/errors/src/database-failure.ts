/**
 * `lost`: the connection failed or was refused. `busy`: the server cancelled or rejected the statement, or no connection of the pool was
 * released in time.
 */
export type DatabaseFailure = 'lost' | 'busy';

// SQLSTATE classes and codes: https://www.postgresql.org/docs/current/errcodes-appendix.html
/** Connection error (also of PgBouncer), shutdown, crash, start-up, idle timeout, too many connections. */
const LOST_STATES = /^(08...|57P0[1235]|25P03|53300)$/;
/** Statement or lock timeout, serialization failure, deadlock, insufficient resources, read-only (a standby after a failover). */
const BUSY_STATES = /^(57014|55P03|40001|40P01|53...|25006)$/;
const SOCKET_CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Messages of errors of the driver, which have no code. */
const DRIVER_MESSAGES =
  /^(Connection terminated|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable)/;
/**
 * Message of pg-pool when all connections of a pool are in use for too long. If a new connection cannot be opened in time, the message
 * begins with `Connection terminated`.
 */
const POOL_EXHAUSTED_MESSAGE = 'timeout exceeded when trying to connect';
/** Names of errors that TypeORM throws after a connection was lost inside a transaction. */
const LOST_NAMES = new Set(['QueryRunnerAlreadyReleasedError']);

/** Replaces `instanceof Error`, which is false for errors of sockets in Jest: they are objects of another realm. */
function isError(error: unknown): error is Error {
  return typeof error === 'object' && error !== null && 'message' in error && 'name' in error;
}

/** Whether no connection of a pool was released in time. */
export function isPoolExhausted(error: unknown): boolean {
  return isError(error) && error.message === POOL_EXHAUSTED_MESSAGE;
}

/** The kind of a database failure that a retry can solve; undefined for all other errors. */
export function databaseFailureOf(error: unknown): DatabaseFailure | undefined {
  if (!isError(error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  if (LOST_STATES.test(code) || SOCKET_CODES.test(code)) return 'lost';
  if (BUSY_STATES.test(code)) return 'busy';
  if (isPoolExhausted(error)) return 'busy';
  if (code === '' && (DRIVER_MESSAGES.test(error.message) || LOST_NAMES.has(error.name))) return 'lost';
  return undefined;
}
