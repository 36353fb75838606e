import type { Pool } from 'pg';

/** A statement that comes again and again; under its name each connection plans it once. */
export interface PreparedStatement {
  name: string;
  text: string;
}

/** The connections queries are answered through; what changes rows goes through TypeORM. */
export class ReadDatabase {
  constructor(private readonly pool: Pool) {}

  async rows<Row extends object>(statement: PreparedStatement, values: unknown[]): Promise<Row[]> {
    const { rows } = await this.pool.query<Row>({ ...statement, values });
    return rows;
  }

  /** The row of a statement that gives exactly one. */
  async row<Row extends object>(statement: PreparedStatement | string, values: unknown[]): Promise<Row> {
    const query = typeof statement === 'string' ? { text: statement, values } : { ...statement, values };
    const [row] = (await this.pool.query<Row>(query)).rows;
    if (!row) throw new Error('A statement that aggregates gave no row.');
    return row;
  }
}
