import { Logger } from '@almanac/platform';
import { type MovedPost } from '@almanac/publishing';
import { Sweep } from '../sweep/sweep';
import { WorkerMetrics } from '../metrics/worker-metrics';

/** Posts moved in one transaction: large enough to be quick, small enough that workers share a burst. */
const batchSize = 200;

/** Later than this after its moment, a post is marked as late in the log. */
const lateAfterMs = 2_000;

export interface DueSweepOptions {
  action: 'publish' | 'unpublish';
  /** Moves up to so many due posts in a transaction of its own; any number of workers may do it at once. */
  move: (batchSize: number) => Promise<MovedPost[]>;
  intervalMs: number;
  metrics: WorkerMetrics;
  logger: Logger;
}

/**
 * Does what is due, whether or not a bell rang for it: what is due is a question to the database, answered by its clock.
 */
export function createDueSweep({ action, move, intervalMs, metrics, logger }: DueSweepOptions): Sweep {
  const report = ({ id, type, dueAt, movedAt }: MovedPost): void => {
    const latenessMs = movedAt.getTime() - dueAt.getTime();
    metrics.observeLateness(action, latenessMs);
    if (latenessMs > lateAfterMs) logger.warn(`A ${type} was due and comes late.`, { action, id, dueAt, latenessMs });
  };
  return new Sweep({
    name: `Looking for what is due (${action})`,
    intervalMs,
    logger,
    work: async () => {
      let moved: MovedPost[];
      do {
        moved = await move(batchSize);
        moved.forEach(report);
        if (moved.length > 0) logger.info('Done what was due.', { action, posts: moved.length });
      } while (moved.length === batchSize);
    },
  });
}
