import type { ReadPool, ReadServers } from '@almanac/entities';
import { queryOn, type RunQuery } from '@almanac/resource-queries';

/** The database that published content is read from: the read replica, or the primary while no replica can be reached. */
export class ContentDatabase {
  /** Runs one statement on `pool`. */
  readonly run: RunQuery;

  /**
   * @param servers decides which server is read from
   * @param pool connections for content
   * @param watch a separate connection for the site revision and readiness, which must not wait for content reads
   */
  constructor(
    readonly servers: ReadServers,
    readonly pool: ReadPool,
    readonly watch: ReadPool,
  ) {
    this.run = queryOn(pool);
  }

  close(): Promise<void> {
    return this.servers.close();
  }
}
