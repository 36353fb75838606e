import type { ReadPool, ReadServers } from '@almanac/entities';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/**
 * A prepared statement, with one generic plan per connection. Only for statements whose best plan does not depend on the values.
 */
export interface PreparedStatement {
  name: string;
  text: string;
}

/** Runs statements that return any number of rows. */
export interface RowListReader {
  /** The rows of a prepared statement. */
  rows<Row extends object>(statement: PreparedStatement, values: unknown[]): Promise<Row[]>;
}

/** Runs statements that return exactly one row. */
export interface RowReader {
  /** The row of a prepared statement. */
  row<Row extends object>(statement: PreparedStatement, values: unknown[]): Promise<Row>;
  /** The row of a statement for which PostgreSQL makes a custom plan with these values. */
  customPlanRow<Row extends object>(text: string, values: unknown[]): Promise<Row>;
}

/**
 * The connection pools for reads in plain SQL, to the replica if there is one. Changes and their responses, sessions, events of lists
 * and feeds use TypeORM.
 */
export class ReadConnections implements RowReader, RowListReader {
  constructor(
    readonly servers: ReadServers,
    readonly pool: ReadPool,
    /** PostgreSQL makes a custom plan for each statement and its values. */
    readonly customPlanPool: ReadPool,
  ) {}

  async rows<Row extends object>({ name, text }: PreparedStatement, values: unknown[]): Promise<Row[]> {
    return (await this.pool.query<Row>({ name, text, values })).rows;
  }

  async row<Row extends object>({ name, text }: PreparedStatement, values: unknown[]): Promise<Row> {
    return onlyRow((await this.pool.query<Row>({ name, text, values })).rows);
  }

  async customPlanRow<Row extends object>(text: string, values: unknown[]): Promise<Row> {
    return onlyRow((await this.customPlanPool.query<Row>({ text, values })).rows);
  }

  /**
   * Runs several statements in one snapshot, so that they see the same data. PostgreSQL makes a custom plan for each.
   * @param work can run twice: see {@link ReadPool.snapshot}
   */
  snapshot<T>(work: (reader: RowReader) => Promise<T>): Promise<T> {
    return this.customPlanPool.snapshot((query) => {
      const customPlanRow = async <Row extends object>(text: string, values: unknown[]): Promise<Row> =>
        onlyRow((await query<Row>({ text, values })).rows);
      return work({ customPlanRow, row: ({ text }, values) => customPlanRow(text, values) });
    });
  }
}

/**
 * Reads from the primary, which has every committed change. Uses the connections of TypeORM, so that a service with a replica needs
 * no more connections to the primary than one without.
 */
@Injectable()
export class PrimaryReader implements RowListReader {
  constructor(private readonly dataSource: DataSource) {}

  rows<Row extends object>({ text }: PreparedStatement, values: unknown[]): Promise<Row[]> {
    return this.dataSource.query<Row[]>(text, values);
  }
}

function onlyRow<Row>([row]: Row[]): Row {
  if (!row) throw new Error('A statement that returns exactly one row returned none.');
  return row;
}
