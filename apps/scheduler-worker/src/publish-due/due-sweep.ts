import { Logger } from '@almanac/platform';
import { type MovedPost } from '@almanac/publishing';
import { WorkerMetrics } from '../metrics/worker-metrics';
import { RightOfWay } from '../sweep/right-of-way';
import { Sweep } from '../sweep/sweep';
import { latenessMs, logMoved } from './log-moved';

/** Posts moved in one transaction: large enough to be quick, small enough that workers share a burst. */
const BATCH_SIZE = 200;

export interface DueSweepOptions {
  action: 'publish' | 'unpublish';
  /** Moves up to so many due posts in a transaction of its own; any number of workers may do it at once. */
  move: (batchSize: number) => Promise<MovedPost[]>;
  intervalMs: number;
  metrics: WorkerMetrics;
  rightOfWay: RightOfWay;
  logger: Logger;
}

/**
 * Does what is due, whether or not a bell rang for it: what is due is a question to the database, answered by its clock.
 */
export function createDueSweep({ action, move, intervalMs, metrics, rightOfWay, logger }: DueSweepOptions): Sweep {
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
    name: `Looking for what is due (${action})`,
    intervalMs,
    logger,
    work: () => rightOfWay.take(moveAll),
  });
}
