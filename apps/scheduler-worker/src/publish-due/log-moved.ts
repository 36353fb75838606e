import { type Logger } from '@almanac/platform';
import { type MovedPost } from '@almanac/publishing';

/** Later than this after its moment, a post is marked as late in the log. */
const LATE_AFTER_MS = 2_000;

/** How long after its moment a post was moved, by the database's clock. */
export function latenessMs({ dueAt, movedAt }: MovedPost): number {
  return movedAt.getTime() - dueAt.getTime();
}

/**
 * Tells of one batch, right after its transaction: what came late is marked by its id, whatever happens to the worker next.
 * A batch has an end, so a line has one too, even after an outage of hours.
 * @param moved the longest due first
 */
export function logMoved(logger: Logger, action: 'publish' | 'unpublish', moved: readonly MovedPost[]): void {
  const late = moved.filter((post) => latenessMs(post) > LATE_AFTER_MS);
  const [first] = late;
  if (first) {
    const lateIds = late.map(({ id }) => id);
    logger.warn('What was due is done late.', {
      action,
      posts: late.length,
      latestMs: latenessMs(first),
      oldestDueAt: first.dueAt,
      lateIds,
    });
  }
  const punctual = moved.length - late.length;
  if (punctual > 0) logger.info('What was due is done.', { action, posts: punctual });
}
