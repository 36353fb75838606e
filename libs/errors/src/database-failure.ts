/** `lost`: the connection broke or cannot be made. `busy`: the server answers and ended the statement. */
export type DatabaseFailure = 'lost' | 'busy';

/** SQLSTATE classes and codes: https://www.postgresql.org/docs/current/errcodes-appendix.html. PgBouncer uses class 08. */
const LOST_STATES = /^(08...|57P0[1235]|25P03|53300)$/;
/** Cancelled by a time limit, a lock that stays taken, a deadlock, resources used up, a server that became a standby. */
const BUSY_STATES = /^(57014|55P03|40001|40P01|53...|25006)$/;
const SOCKET_CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** The driver's own errors have no code. */
const DRIVER_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable)/;
/** TypeORM after a connection broke inside a transaction. */
const LOST_NAMES = new Set(['QueryRunnerAlreadyReleasedError']);

/** No `instanceof`: an error of a socket may come from another realm, as it does below a test runner. */
function isError(error: unknown): error is Error {
  return typeof error === 'object' && error !== null && 'message' in error && 'name' in error;
}

/** Why PostgreSQL could not serve a statement now, or undefined for every other error. */
export function databaseFailureOf(error: unknown): DatabaseFailure | undefined {
  if (!isError(error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  if (LOST_STATES.test(code) || SOCKET_CODES.test(code)) return 'lost';
  if (BUSY_STATES.test(code)) return 'busy';
  if (code === '' && (DRIVER_MESSAGES.test(error.message) || LOST_NAMES.has(error.name))) return 'lost';
  return undefined;
}
