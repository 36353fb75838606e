import { Logger } from '@almanac/platform';
import { foldCounts } from '@almanac/publishing';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Databases } from '../databases/databases';
import { Sweep } from '../sweep/sweep';

/** Each statement that changes a count adds a row. A request for a list with its total number adds up all rows since the last run. */
const INTERVAL_MS = 5_000;

/** Folds the rows of the maintained counts (table `kept_counts`) into one row per count, so that a request reads few rows. */
@Injectable()
export class FoldCountsService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweep: Sweep;

  constructor(databases: Databases, logger: Logger) {
    this.sweep = new Sweep({
      name: 'Folding counts',
      intervalMs: INTERVAL_MS,
      logger,
      work: async () => {
        // Repeats until no rows are left to fold.
        while (await foldCounts(databases.publishing.manager));
      },
    });
  }

  onApplicationBootstrap(): void {
    this.sweep.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.sweep.stop();
  }
}
