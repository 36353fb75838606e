import type { ReadPool, ReadServers } from '@almanac/entities';
import { queryOn, type RunQuery } from '@almanac/resource-queries';

/** The database answers are read from: a replica, or the primary while there is none that answers. */
export class ReadDatabase {
  readonly run: RunQuery;

  /**
   * @param servers which of them is read from now
   * @param pool what answers are read through
   * @param watch a connection apart, so that who looks for changes never waits behind who reads
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
