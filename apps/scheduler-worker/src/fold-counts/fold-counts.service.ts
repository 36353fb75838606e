import { Logger } from '@almanac/platform';
import { foldCounts } from '@almanac/publishing';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Databases } from '../databases/databases';
import { Sweep } from '../sweep/sweep';

/** Between two runs a list adds up what was written meanwhile: a row for each statement that changed a count. */
const INTERVAL_MS = 5_000;

/** Keeps the counts of posts and members short to read. */
@Injectable()
export class FoldCountsService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweep: Sweep;

  constructor(databases: Databases, logger: Logger) {
    this.sweep = new Sweep({
      name: 'Adding up counts',
      intervalMs: INTERVAL_MS,
      logger,
      work: async () => {
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
