import { pendingMigrationsOf } from '../migrate';
import type { SchemaName } from '../data-source';

/** Shorter than the timeout of a readiness probe. */
export const HEALTH_LIMITS = { statementTimeoutMs: 1_000, lockTimeoutMs: 1_000 } as const;
export const HEALTH_CONNECT_TIMEOUT_MS = 1_000;

interface Queryable {
  query(statement: { text: string; values: unknown[] }): Promise<{ rows: object[] }>;
}

/**
 * Checks the readiness of one schema over a connection of its own, so that requests that wait for a lock or a connection do not
 * make the service unready.
 */
export class DatabaseHealth {
  private lastQuery: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly schema: SchemaName,
    private readonly pool: Queryable,
  ) {}

  /** Rejects when the database does not respond. */
  async ping(): Promise<void> {
    await this.query('select 1', []);
  }

  /** @throws Error with the names of the missing migrations */
  async assertMigrated(): Promise<void> {
    const missing = await pendingMigrationsOf(this.schema, (text, values) => this.query(text, values));
    if (missing.length > 0)
      throw new Error(`The schema ${this.schema} lacks migrations; run almanac migrate: ${missing.join(', ')}`);
  }

  /** Runs one statement at a time. The pool has one connection, and waiting for it would be reported as a lost connection. */
  private async query(text: string, values: unknown[]): Promise<object[]> {
    const result = this.lastQuery.then(() => this.pool.query({ text, values }));
    this.lastQuery = result.catch(() => undefined);
    return (await result).rows;
  }
}
