import { IncorrectUsageError } from '@almanac/errors';
import { Client } from 'pg';
import { isBehindPooler, SERVICE_TIME_LIMITS, settingsOf } from './connection-setup';

const CONNECT_TIMEOUT_MS = 5_000;

/** The `help` of the error if a database URL goes through a pooler. */
export const DIRECT_URL_HELP =
  'Set DATABASE_DIRECT_URL (CALENDAR_DATABASE_DIRECT_URL for a calendar in its own database) to the server; DATABASE_URL may go through the pooler.';

/**
 * Opens a connection without a pooler, runs `work` with it, and closes it.
 * @param name the `application_name` of the connection
 * @param variable the name of the URL in the error, usually its environment variable
 * @param help the `help` of the error
 * @returns the result of `work`
 * @throws IncorrectUsageError when the connection goes through a pooler
 */
export async function connectDirectly<T>(
  { url, name, variable, help }: { url: string; name: string; variable: string; help?: string },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  // Without a handler, the loss of the connection would end the process. The handler does nothing, because the next statement fails.
  client.on('error', () => undefined);
  await client.connect();
  try {
    if (await isBehindPooler(client))
      throw new IncorrectUsageError(
        `${variable} goes through a connection pooler and has to name the PostgreSQL server itself.`,
        { help },
      );
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Connects once, to check that a URL is direct. @throws IncorrectUsageError when the connection goes through a pooler */
export function assertNoPooler(url: string, variable: string): Promise<void> {
  return connectDirectly({ url, name: 'almanac-check', variable }, () => Promise.resolve());
}

/**
 * Sets time limits for the role of pooled connections, because a client cannot set session parameters through a pooler. Limits that
 * the operator set for the role or the database are not changed.
 * @param role the name of the role
 * @returns the changed settings, e.g. `lock_timeout = 4000` (milliseconds)
 */
export function setTimeLimitsOfRole(directUrl: string, role: string): Promise<string[]> {
  return connectDirectly(
    { url: directUrl, name: 'almanac-migrate', variable: 'DATABASE_DIRECT_URL', help: DIRECT_URL_HELP },
    async (client) => {
      const { rows } = await client.query<{ database: string; configured: string[] | null }>(
        `select current_database() as database, array_agg(split_part(setting, '=', 1)) as configured
         from pg_db_role_setting, unnest(setconfig) as setting
         where setrole in (0, (select oid from pg_roles where rolname = $1))
           and setdatabase in (0, (select oid from pg_database where datname = current_database()))`,
        [role],
      );
      const [{ database, configured } = { database: '', configured: null }] = rows;
      const missing = Object.entries(settingsOf(SERVICE_TIME_LIMITS)).filter(([name]) => !configured?.includes(name));
      for (const [name, value] of missing)
        await client.query(
          `alter role ${client.escapeIdentifier(role)} in database ${client.escapeIdentifier(database)} set ${name} = ${client.escapeLiteral(value)}`,
        );
      return missing.map(([name, value]) => `${name} = ${value}`);
    },
  );
}
