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
  const report = (moved: readonly MovedPost[]): void => {
    const timed = moved.map(({ id, dueAt, movedAt }) => ({
      id,
      dueAt,
      latenessMs: movedAt.getTime() - dueAt.getTime(),
    }));
    for (const { latenessMs } of timed) metrics.observeLateness(action, latenessMs);
    const late = timed.filter(({ latenessMs }) => latenessMs > lateAfterMs);
    if (late.length > 0) logger.warn('What was due is done late.', { action, late });
    if (late.length < timed.length) logger.info('What was due is done.', { action, posts: timed.length - late.length });
  };
  return new Sweep({
    name: `Looking for what is due (${action})`,
    intervalMs,
    logger,
    work: async () => {
      let moved: MovedPost[];
      do {
        moved = await move(batchSize);
        report(moved);
      } while (moved.length === batchSize);
    },
  });
}
