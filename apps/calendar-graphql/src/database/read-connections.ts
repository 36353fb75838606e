import type { ReadPool, ReadServers } from '@almanac/entities';

/** A statement that each connection plans once, under its name. Only for statements whose best plan does not depend on the values. */
export interface PreparedStatement {
  name: string;
  text: string;
}

/** Runs statements that return exactly one row. */
export interface RowReader {
  /** The row of a statement that may be planned once. */
  row<Row extends object>(statement: PreparedStatement, values: unknown[]): Promise<Row>;
  /** The row of a statement that PostgreSQL plans for its values. */
  plannedRow<Row extends object>(text: string, values: unknown[]): Promise<Row>;
}

/** The connection pools of queries, to the replica if there is one. Writes use TypeORM. */
export class ReadConnections implements RowReader {
  constructor(
    readonly servers: ReadServers,
    readonly pool: ReadPool,
    /** Plans each statement for its values. */
    readonly plannedPool: ReadPool,
  ) {}

  /** The rows of a statement that may be planned once. */
  async rows<Row extends object>({ name, text }: PreparedStatement, values: unknown[]): Promise<Row[]> {
    return (await this.pool.query<Row>({ name, text, values })).rows;
  }

  /** The row of a statement that returns exactly one. */
  async row<Row extends object>({ name, text }: PreparedStatement, values: unknown[]): Promise<Row> {
    return onlyRow((await this.pool.query<Row>({ name, text, values })).rows);
  }

  /** The row of a statement that PostgreSQL plans for its values. */
  async plannedRow<Row extends object>(text: string, values: unknown[]): Promise<Row> {
    return onlyRow((await this.plannedPool.query<Row>({ text, values })).rows);
  }

  /**
   * Runs several statements that see the same data. PostgreSQL plans each for its values.
   * @param work can run twice: see {@link ReadPool.snapshot}
   */
  snapshot<T>(work: (reader: RowReader) => Promise<T>): Promise<T> {
    return this.plannedPool.snapshot((query) => {
      const plannedRow = async <Row extends object>(text: string, values: unknown[]): Promise<Row> =>
        onlyRow((await query<Row>({ text, values })).rows);
      return work({ plannedRow, row: ({ text }, values) => plannedRow(text, values) });
    });
  }
}

function onlyRow<Row>([row]: Row[]): Row {
  if (!row) throw new Error('A statement that returns exactly one row returned none.');
  return row;
}
