import { Logger } from '@almanac/platform';
import { type MovedPost } from '@almanac/publishing';
import { WorkerMetrics } from '../metrics/worker-metrics';
import { PriorityGate } from '../sweep/priority-gate';
import { Sweep } from '../sweep/sweep';
import { latenessMs, logMoved } from './log-moved';

/** Posts moved in one transaction: large for throughput, small so that several workers share a burst. */
const BATCH_SIZE = 200;

export interface DueSweepOptions {
  action: 'publish' | 'unpublish';
  /** Moves up to `batchSize` due posts in one transaction; safe to run in several workers at once. */
  move: (batchSize: number) => Promise<MovedPost[]>;
  intervalMs: number;
  metrics: WorkerMetrics;
  priorityGate: PriorityGate;
  logger: Logger;
}

/** Polls PostgreSQL for due posts and moves them. Due is decided by the clock of PostgreSQL, so a lost wake-up job costs one interval. */
export function createDueSweep({ action, move, intervalMs, metrics, priorityGate, logger }: DueSweepOptions): Sweep {
  const moveBatch = async (): Promise<boolean> => {
    const moved = await move(BATCH_SIZE);
    logMoved(logger, action, moved);
    for (const post of moved) metrics.observeLateness(action, latenessMs(post));
    return moved.length === BATCH_SIZE;
  };
  const moveAll = async (): Promise<void> => {
    while (await moveBatch());
  };
  return new Sweep({
    name: `Sweep for due posts (${action})`,
    intervalMs,
    logger,
    work: () => priorityGate.runPublishing(moveAll),
  });
}
