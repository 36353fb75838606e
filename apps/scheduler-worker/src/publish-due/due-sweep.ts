import { Logger } from '@almanac/platform';
import { type ProcessedPost } from '@almanac/publishing';
import { WorkerMetrics } from '../metrics/worker-metrics';
import { PriorityGate } from '../sweep/priority-gate';
import { Sweep } from '../sweep/sweep';
import { latenessMs, logProcessed } from './log-processed';

/** Maximum posts per transaction. If many posts are due at the same moment, several workers can share them. */
const BATCH_SIZE = 200;

export interface DueSweepOptions {
  action: 'publish' | 'unpublish';
  /** Publishes or unpublishes up to `batchSize` due posts in one transaction; safe to run in several workers at once. */
  process: (batchSize: number) => Promise<ProcessedPost[]>;
  intervalMs: number;
  metrics: WorkerMetrics;
  priorityGate: PriorityGate;
  logger: Logger;
}

/**
 * Polls PostgreSQL for due posts and publishes or unpublishes them. The clock of PostgreSQL
 * decides which posts are due. If a wake-up job is lost, the next poll finds its posts.
 */
export function createDueSweep({ action, process, intervalMs, metrics, priorityGate, logger }: DueSweepOptions): Sweep {
  /** @returns the number of processed posts */
  const processBatch = async (): Promise<number> => {
    const processed = await process(BATCH_SIZE);
    logProcessed(logger, action, processed);
    for (const post of processed) metrics.observeLateness(action, latenessMs(post));
    return processed.length;
  };
  const processAll = async (): Promise<void> => {
    let processed: number;
    do {
      processed = await processBatch();
    } while (processed === BATCH_SIZE);
  };
  return new Sweep({
    name: `Sweep for due posts (${action})`,
    intervalMs,
    logger,
    work: () => priorityGate.runPublishing(processAll),
  });
}
