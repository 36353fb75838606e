import { type Logger } from '@almanac/platform';
import { type MovedPost } from '@almanac/publishing';

/** A post moved later than this after its due moment is logged as late. */
const LATE_AFTER_MS = 2_000;

/** Milliseconds from the due moment to the move, by the clock of PostgreSQL. */
export function latenessMs({ dueAt, movedAt }: MovedPost): number {
  return movedAt.getTime() - dueAt.getTime();
}

/**
 * Logs one batch right after its transaction: a warning with the ids of late posts, and the count of the others.
 * @param moved oldest due moment first, at most one batch
 */
export function logMoved(logger: Logger, action: 'publish' | 'unpublish', moved: readonly MovedPost[]): void {
  const late = moved.filter((post) => latenessMs(post) > LATE_AFTER_MS);
  const [oldest] = late;
  if (oldest) {
    const lateIds = late.map(({ id }) => id);
    logger.warn('Due posts moved late.', {
      action,
      posts: late.length,
      latestMs: latenessMs(oldest),
      oldestDueAt: oldest.dueAt,
      lateIds,
    });
  }
  const onTime = moved.length - late.length;
  if (onTime > 0) logger.info('Due posts moved.', { action, posts: onTime });
}
