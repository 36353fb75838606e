import { queryOn, type RunQuery } from '@almanac/resource-queries';
import type { Pool } from 'pg';

/** The database answers are read from: the primary or a replica of it. */
export class ReadDatabase {
  readonly run: RunQuery;

  /**
   * @param pool what answers are read through
   * @param watch a connection apart, so that who looks for changes never waits behind who reads
   */
  constructor(
    readonly pool: Pool,
    readonly watch: Pool,
  ) {
    this.run = queryOn(pool);
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.end(), this.watch.end()]);
  }
}
