import type { EntityManager } from 'typeorm';

/** Runs one statement and gives its rows: inside a transaction, or on a pool. */
export type RunQuery = <Row extends object>(text: string, values: unknown[]) => Promise<Row[]>;

/** Statements through TypeORM, in the manager's transaction if it has one. */
export function queryThrough(manager: EntityManager): RunQuery {
  return (text, values) => manager.query(text, values);
}

/** A server keeps every named statement of a connection in memory: filters may make up only so many, and none of the long ones. */
const MOST_NAMED_STATEMENTS = 200;
const LONGEST_NAMED_STATEMENT = 8_000;

/** A pool of connections as far as statements need it. */
interface StatementPool {
  query(statement: { text: string; values: unknown[]; name?: string }): Promise<{ rows: object[] }>;
}

/** How a text is best found depends on the text: a statement that looks for one is planned with its values. */
const looksForText = (text: string): boolean => text.includes(' ilike ');

/** Statements on a pool of connections. Those that come again are prepared once per connection, which saves planning them. */
export function queryOn(pool: StatementPool): RunQuery {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known || names.size >= MOST_NAMED_STATEMENTS || text.length > LONGEST_NAMED_STATEMENT) return known;
    if (looksForText(text)) return undefined;
    const name = `resource_${names.size}`;
    names.set(text, name);
    return name;
  };
  return async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> =>
    (await pool.query({ text, values, name: nameOf(text) })).rows as Row[];
}
