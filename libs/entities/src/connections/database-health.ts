import { pendingMigrationsOfSchema } from '../migrate';
import type { SchemaName } from '../data-source';

/** The limits are shorter than the timeout of a readiness check, so that the check reports the error of the database. */
export const HEALTH_LIMITS = { statementTimeoutMs: 1_000, lockTimeoutMs: 1_000 } as const;
export const HEALTH_CONNECT_TIMEOUT_MS = 1_000;

interface Queryable {
  query(statement: { text: string; values: unknown[] }): Promise<{ rows: object[] }>;
}

/** Checks the readiness of one schema. */
export class DatabaseHealth {
  private lastQuery: Promise<unknown> = Promise.resolve();

  /**
   * @param pool a pool of one connection that no request uses. So requests that wait for a lock or a connection do not make the service
   *   unready
   */
  constructor(
    private readonly schema: SchemaName,
    private readonly pool: Queryable,
  ) {}

  /** @throws the error of the driver when the database does not respond */
  async ping(): Promise<void> {
    await this.query('select 1', []);
  }

  /** @throws Error with the names of the missing migrations */
  async assertMigrated(): Promise<void> {
    const missing = await pendingMigrationsOfSchema(this.schema, (text, values) => this.query(text, values));
    if (missing.length > 0)
      throw new Error(`The schema ${this.schema} lacks migrations; run almanac migrate: ${missing.join(', ')}`);
  }

  /**
   * Runs one statement at a time. The pool has one connection: a second statement would wait for it, and a timeout of this wait would
   * look like a lost connection.
   */
  private async query(text: string, values: unknown[]): Promise<object[]> {
    const result = this.lastQuery.then(() => this.pool.query({ text, values }));
    this.lastQuery = result.catch(() => undefined);
    return (await result).rows;
  }
}
