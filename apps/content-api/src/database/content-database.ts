import type { ReadPool, ReadServers } from '@almanac/entities';
import { runnerOnPool, type RunQuery } from '@almanac/resource-queries';

/** The database from which content is read: the read replica, or the primary if there is no replica or the replica cannot be reached. */
export class ContentDatabase {
  /** Runs one statement on `pool`. */
  readonly run: RunQuery;

  /**
   * @param servers decides whether both pools use the replica or the primary
   * @param pool the connections for content
   * @param watch a separate connection for the site revision and readiness, which must not wait for reads of content
   */
  constructor(
    readonly servers: ReadServers,
    readonly pool: ReadPool,
    readonly watch: ReadPool,
  ) {
    this.run = runnerOnPool(pool);
  }

  close(): Promise<void> {
    return this.servers.close();
  }
}
