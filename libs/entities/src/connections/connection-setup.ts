import { Client, type ClientBase } from 'pg';

/** Time limits of a connection in milliseconds, enforced by the server. If one is absent, the limit of the role or the server applies. */
export interface TimeLimits {
  /** The server cancels a statement that takes longer. */
  statementTimeoutMs?: number;
  /** The server cancels a statement that waits longer for a lock. */
  lockTimeoutMs?: number;
  /** The server closes a connection whose transaction is idle this long, so that a frozen process releases its locks. */
  idleInTransactionTimeoutMs?: number;
}

/**
 * The default limits of the services. scheduler-worker has limits of its own, and the main pool of admin-api a longer
 * `statementTimeoutMs`. If `DATABASE_URL` or `CALENDAR_DATABASE_URL` goes through a pooler, `almanac migrate` sets these limits for the
 * role of that URL.
 */
export const SERVICE_TIME_LIMITS = {
  statementTimeoutMs: 15_000,
  lockTimeoutMs: 4_000,
  idleInTransactionTimeoutMs: 60_000,
} as const satisfies TimeLimits;

const SETUP_TIMEOUT_MS = 5_000;
/** Added to the time limit of a statement, for the way to the server and back. */
const RESPONSE_MARGIN_MS = 5_000;

/**
 * Sets session parameters if the connection is direct. $1 is the process id that the client received; $2 and $3 are names and values.
 * Through a pooler, the session of the server has another process id, so no row matches.
 */
const SET_UNLESS_POOLED = `
  select set_config(name, setting, false) from unnest($2::text[], $3::text[]) as given (name, setting)
  where pg_backend_pid() = $1`;

/** The limits as settings of PostgreSQL: values in milliseconds, by name, e.g. `lock_timeout`. Absent limits are left out. */
export function settingsOf(limits: TimeLimits): Record<string, string> {
  const { statementTimeoutMs, lockTimeoutMs, idleInTransactionTimeoutMs } = limits;
  const settings = {
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
  };
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, ms]) => (ms === undefined ? [] : [[name, String(ms)]])),
  );
}

/** The process id that the client received at the start of the connection. A pooler sends a number of its own. */
function processIdOf(client: ClientBase): number {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : 0;
}

/** The query without the name of a prepared statement. An object with `submit` is returned unchanged, because `pg` calls its methods. */
function withoutName(query: unknown): unknown {
  const isNamed = typeof query === 'object' && query !== null && 'name' in query && !('submit' in query);
  return isNamed ? { ...query, name: undefined } : query;
}

/**
 * Removes the names of prepared statements from all queries of a connection. A pooler may run the next statement in another
 * session, where the statement is not prepared.
 */
function neverPrepare(client: ClientBase): void {
  const query = client.query;
  Object.defineProperty(client, 'query', {
    value: (first: unknown, ...rest: unknown[]): unknown => Reflect.apply(query, client, [withoutName(first), ...rest]),
  });
}

/**
 * Closes the connection if the server does not respond to a statement within a time limit. The limit counts from the start of the statement
 * or, if several statements wait, from the last response. The server cancels a statement before this limit, and responds. So a server
 * without a response cannot be reached, e.g. because its host was lost. The operating system would report such a loss only after about
 * 15 minutes.
 */
function closeWithoutResponse(client: Client, limitMs: number): void {
  let unanswered = 0;
  let timer: NodeJS.Timeout | undefined;
  const startStatement = (): void => {
    unanswered += 1;
    // During a statement, `end` closes the socket at once.
    if (unanswered === 1) timer = setTimeout(() => void client.end(), limitMs);
  };
  const endStatement = (): void => {
    unanswered -= 1;
    if (unanswered === 0) clearTimeout(timer);
    else timer?.refresh();
  };
  // pg has two forms of a query: with a callback, which the pool uses, and with a promise.
  const query = (...parameters: unknown[]): unknown => {
    const callback = parameters.at(-1);
    const hasCallback = typeof callback === 'function';
    if (hasCallback) {
      parameters[parameters.length - 1] = (...results: unknown[]): void => {
        endStatement();
        Reflect.apply(callback, undefined, results);
      };
    }
    const result: unknown = Reflect.apply(Client.prototype.query, client, parameters);
    if (hasCallback || result instanceof Promise) startStatement();
    if (result instanceof Promise) result.then(endStatement, endStatement);
    return result;
  };
  Object.defineProperty(client, 'query', { value: query, configurable: true });
}

/** Whether a pooler such as PgBouncer is between this connection and the server. */
export async function isBehindPooler(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid !== processIdOf(client);
}

/**
 * Returns the `onConnect` hook of a pool. The hook sets parameters with a statement, because PgBouncer rejects them as startup
 * parameters. Through a pooler, it sets none and makes the client prepare no statement, because connections share the sessions of the
 * server. With a time limit of statements, the hook also makes the client close the connection when the server does not respond.
 * @param limits the time limits of the connection
 * @param settings further session parameters by name, e.g. `plan_cache_mode`
 */
export function connectionSetup(
  limits: TimeLimits,
  settings: Record<string, string> = {},
): (client: Client) => Promise<void> {
  // `almanac.session` makes sure that there is a parameter to set, so that zero rows always mean a pooler.
  const all = Object.entries({ 'almanac.session': 'direct', ...settingsOf(limits), ...settings });
  const { statementTimeoutMs } = limits;
  return async (client) => {
    const query = {
      text: SET_UNLESS_POOLED,
      values: [processIdOf(client), all.map(([name]) => name), all.map(([, setting]) => setting)],
      query_timeout: SETUP_TIMEOUT_MS,
    };
    const { rowCount } = await client.query(query);
    if (statementTimeoutMs) closeWithoutResponse(client, statementTimeoutMs + RESPONSE_MARGIN_MS);
    if (rowCount === 0) neverPrepare(client);
  };
}
