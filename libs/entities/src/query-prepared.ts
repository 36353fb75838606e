import type { ClientBase } from 'pg';
import type { EntityManager } from 'typeorm';

/** A prepared statement. Its text must not contain values of requests, because PostgreSQL stores each text for every connection. */
export interface PreparedStatement {
  name: string;
  text: string;
}

/**
 * Runs a prepared statement, in the transaction of the manager if it has one. PostgreSQL parses it once for each connection, and can
 * reuse its plan. For small statements, parsing and planning are most of the cost. Through a pooler, the statement is not prepared.
 */
export async function queryPrepared<Row extends object>(
  manager: EntityManager,
  { name, text }: PreparedStatement,
  values: unknown[],
): Promise<Row[]> {
  const runner = manager.queryRunner ?? manager.connection.createQueryRunner();
  try {
    const client: ClientBase = await runner.connect();
    const { rows } = await client.query<Row>({ name, text, values });
    return rows;
  } finally {
    if (runner !== manager.queryRunner) await runner.release();
  }
}
