import type { EntityManager } from 'typeorm';

/** Runs one statement and returns its rows, in a transaction or on a pool. */
export type RunQuery = <Row extends object>(text: string, values: unknown[]) => Promise<Row[]>;

/** Runs statements through TypeORM, in the transaction of the manager if it has one. */
export function runnerOfManager(manager: EntityManager): RunQuery {
  return (text, values) => manager.query(text, values);
}

/**
 * The limits of prepared statements, which have a name. PostgreSQL stores each of them for every connection, and requests with filters
 * produce many different statements.
 */
const MAX_NAMED_STATEMENTS = 200;
/** In characters. */
const MAX_STATEMENT_LENGTH = 8_000;

/** The part of a connection pool that runs statements. */
interface StatementPool {
  query(statement: { text: string; values: unknown[]; name?: string }): Promise<{ rows: object[] }>;
}

/** Whether a statement searches text. Such a statement is not prepared, because the best plan depends on the searched text. */
const isTextSearch = (text: string): boolean => text.includes(' ilike ');

/**
 * Runs statements on a pool. The first {@link MAX_NAMED_STATEMENTS} different statements, except long ones and text searches, are prepared
 * once per connection. So most of the time for parsing and planning them is saved.
 */
export function runnerOnPool(pool: StatementPool): RunQuery {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known || names.size >= MAX_NAMED_STATEMENTS || text.length > MAX_STATEMENT_LENGTH) return known;
    if (isTextSearch(text)) return undefined;
    const name = `resource_${names.size}`;
    names.set(text, name);
    return name;
  };
  return async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> =>
    (await pool.query({ text, values, name: nameOf(text) })).rows as Row[];
}
