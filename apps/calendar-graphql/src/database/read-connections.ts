import type { ReadPool, ReadServers } from '@almanac/entities';

/** A statement that each connection plans once, under its name. Only for statements whose best plan does not depend on the values. */
export interface PreparedStatement {
  name: string;
  text: string;
}

/** The connection pools of queries, to the replica if there is one. Writes use TypeORM. */
export class ReadConnections {
  constructor(
    readonly servers: ReadServers,
    readonly pool: ReadPool,
    /** Plans each statement for its values. */
    readonly plannedPool: ReadPool,
  ) {}

  /** The rows of a statement. PostgreSQL sends them as one JSON value, which is read faster than many rows. */
  async rows<Row extends object>({ name, text }: PreparedStatement, values: unknown[]): Promise<Row[]> {
    const { rows } = await this.row<{ rows: Row[] | null }>(
      { name, text: `select json_agg(found) as rows from (${text}) as found` },
      values,
    );
    return rows ?? [];
  }

  /** The row of a statement that returns exactly one. */
  async row<Row extends object>({ name, text }: PreparedStatement, values: unknown[]): Promise<Row> {
    return onlyRow((await this.pool.query<Row>({ name, text, values })).rows);
  }

  /** The row of a statement that PostgreSQL plans for its values. */
  async plannedRow<Row extends object>(text: string, values: unknown[]): Promise<Row> {
    return onlyRow((await this.plannedPool.query<Row>({ text, values })).rows);
  }
}

function onlyRow<Row>([row]: Row[]): Row {
  if (!row) throw new Error('An aggregate returned no row.');
  return row;
}
