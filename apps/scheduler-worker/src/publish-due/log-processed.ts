import { type Logger } from '@almanac/platform';
import { type ProcessedPost } from '@almanac/publishing';

/** A post that is processed more than this after its due moment is logged as late. */
const LATE_AFTER_MS = 2_000;

/** Milliseconds from the due moment to the processing, by the clock of PostgreSQL. */
export function latenessMs({ dueAt, processedAt }: ProcessedPost): number {
  return processedAt.getTime() - dueAt.getTime();
}

/**
 * Logs one batch after its transaction: a warning with the ids of the late posts, and the number of the other posts.
 * @param processed the posts of the batch, oldest due moment first
 */
export function logProcessed(
  logger: Logger,
  action: 'publish' | 'unpublish',
  processed: readonly ProcessedPost[],
): void {
  const late = processed.filter((post) => latenessMs(post) > LATE_AFTER_MS);
  const [oldest] = late;
  if (oldest) {
    const lateIds = late.map(({ id }) => id);
    logger.warn('Due posts processed late.', {
      action,
      posts: late.length,
      maxLatenessMs: latenessMs(oldest),
      oldestDueAt: oldest.dueAt,
      lateIds,
    });
  }
  const onTime = processed.length - late.length;
  if (onTime > 0) logger.info('Due posts processed.', { action, posts: onTime });
}
