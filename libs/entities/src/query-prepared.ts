import type { ClientBase } from 'pg';
import type { EntityManager } from 'typeorm';

/** A statement that comes again and again. Its text never depends on input: a server keeps each in memory, for every connection. */
export interface PreparedStatement {
  name: string;
  text: string;
}

/**
 * Runs a statement under its name, in the manager's transaction if it has one: a connection parses and plans it once, which
 * for small statements is most of what they cost.
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
