import { queryOn, type RunQuery } from '@almanac/resource-queries';
import type { Pool } from 'pg';

/** The database answers are read from: the primary or a replica of it. */
export class ReadDatabase {
  readonly run: RunQuery;

  constructor(readonly pool: Pool) {
    this.run = queryOn(pool);
  }
}
