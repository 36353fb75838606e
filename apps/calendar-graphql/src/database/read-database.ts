import type { ReadPool, ReadServers } from '@almanac/entities';

/**
 * A statement that comes again and again; under its name each connection plans it once, whatever the values will be. Only for
 * statements to which one plan is right for all values.
 */
export interface PreparedStatement {
  name: string;
  text: string;
}

/** The connections queries are answered through, perhaps of a replica; what changes rows goes through TypeORM. */
export class ReadDatabase {
  constructor(
    readonly servers: ReadServers,
    readonly pool: ReadPool,
    /** Its statements are planned for their values. */
    readonly plannedPool: ReadPool,
  ) {}

  /** The rows of a statement whose columns JSON can carry: sent as one JSON text, many are read faster than one by one. */
  async rows<Row extends object>({ name, text }: PreparedStatement, values: unknown[]): Promise<Row[]> {
    const { rows } = await this.row<{ rows: Row[] | null }>(
      { name, text: `select json_agg(found) as rows from (${text}) as found` },
      values,
    );
    return rows ?? [];
  }

  /** The row of a statement that gives exactly one. */
  async row<Row extends object>({ name, text }: PreparedStatement, values: unknown[]): Promise<Row> {
    return onlyRow((await this.pool.query<Row>({ name, text, values })).rows);
  }

  /** The same for a statement that has to be planned for its values. */
  async plannedRow<Row extends object>(text: string, values: unknown[]): Promise<Row> {
    return onlyRow((await this.plannedPool.query<Row>({ text, values })).rows);
  }
}

function onlyRow<Row>([row]: Row[]): Row {
  if (!row) throw new Error('A statement that aggregates gave no row.');
  return row;
}
