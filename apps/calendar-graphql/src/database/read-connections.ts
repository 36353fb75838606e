import type { ReadPool, ReadServers } from '@almanac/entities';

/** A statement that each connection plans once, under its name. Only for statements whose best plan does not depend on the values. */
export interface PreparedStatement {
  name: string;
  text: string;
}

/** A prepared statement that returns rows. */
export interface RowsStatement<Row extends object> extends PreparedStatement {
  /** All columns of the statement. */
  columns: readonly (keyof Row & string)[];
}

/**
 * A statement that returns all rows of `text` as one row with an array of JSON for each column. PostgreSQL writes these in less
 * time than an object for each row, and the service reads them in less time than rows.
 */
export function rowsStatement<Row extends object>({ name, columns, text }: RowsStatement<Row>): RowsStatement<Row> {
  const arrays = columns.map((column) => `json_agg("${column}") as "${column}"`);
  return { name, columns, text: `select ${arrays.join(', ')} from (${text}) as found` };
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

  /** The rows of a {@link rowsStatement}. */
  async rows<Row extends object>(statement: RowsStatement<Row>, values: unknown[]): Promise<Row[]> {
    const { columns, ...prepared } = statement;
    const arrays = await this.row<Partial<Record<string, unknown[] | null>>>(prepared, values);
    const count = arrays[columns[0] ?? '']?.length ?? 0;
    return Array.from({ length: count }, (_, index) => {
      const row: Partial<Record<string, unknown>> = {};
      for (const column of columns) row[column] = arrays[column]?.[index];
      return row as Row;
    });
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
  if (!row) throw new Error('An aggregate returned no row.');
  return row;
}
