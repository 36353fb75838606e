import type { ReadPool, ReadServers } from '@almanac/entities';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/**
 * A statement whose best plan does not depend on its values. {@link ReadConnections.rows} and {@link ReadConnections.row} prepare it under
 * its name, with one generic plan per connection.
 */
export interface PreparedStatement {
  name: string;
  text: string;
}

/** Runs statements that return any number of rows. */
export interface RowListReader {
  /** The rows of a statement. */
  rows<Row extends object>(statement: PreparedStatement, values: unknown[]): Promise<Row[]>;
}

/** Runs statements that return exactly one row. */
export interface RowReader {
  /** The row of a statement. */
  row<Row extends object>(statement: PreparedStatement, values: unknown[]): Promise<Row>;
  /** The row of a statement that PostgreSQL plans with these values (a custom plan), and not once per connection. */
  customPlanRow<Row extends object>(text: string, values: unknown[]): Promise<Row>;
}

/**
 * The connection pools for reads in plain SQL: occurrences, categories, searches, the rows of the loaders for queries, and the ids of
 * events that an event list can contain. They read from the replica if there is one and it responds, else from the primary. All other
 * statements (e.g. of mutations, sessions, feeds and answers, and for the rows of an event list) use TypeORM and the primary. Rate limits
 * and the readiness check have pools of their own.
 */
export class ReadConnections implements RowReader, RowListReader {
  constructor(
    readonly servers: ReadServers,
    readonly pool: ReadPool,
    /** On these connections, PostgreSQL plans each statement with its values. */
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
   * Runs several statements in one read-only transaction, so that they see the same data. PostgreSQL plans each with its values.
   * @param work runs again on the primary if the replica fails or cancels a statement
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
