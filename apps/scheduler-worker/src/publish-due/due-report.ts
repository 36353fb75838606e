import { type Logger } from '@almanac/platform';
import { type MovedPost } from '@almanac/publishing';

/** Later than this after its moment, a post is marked as late in the log. */
const lateAfterMs = 2_000;

/** Of the late ones so many are named: enough to look one up, few enough for one line after an outage. */
const namedPosts = 5;

/** How long after its moment a post was moved, by the database's clock. */
export function latenessMs({ dueAt, movedAt }: MovedPost): number {
  return movedAt.getTime() - dueAt.getTime();
}

/** Gathers what one run moved and tells it in a line or two, however much it was. */
export class DueReport {
  private punctual = 0;
  private late = 0;
  private latestMs = 0;
  private oldestDueAt?: Date;
  private readonly named: string[] = [];

  add(moved: readonly MovedPost[]): void {
    for (const post of moved) {
      const late = latenessMs(post);
      if (late <= lateAfterMs) this.punctual += 1;
      else this.addLate(post, late);
    }
  }

  log(logger: Logger, action: 'publish' | 'unpublish'): void {
    if (this.late > 0) {
      const { late: posts, latestMs, oldestDueAt, named: firstIds } = this;
      logger.warn('What was due is done late.', { action, posts, latestMs, oldestDueAt, firstIds });
    }
    if (this.punctual > 0) logger.info('What was due is done.', { action, posts: this.punctual });
  }

  private addLate(post: MovedPost, late: number): void {
    this.late += 1;
    this.latestMs = Math.max(this.latestMs, late);
    if (!this.oldestDueAt || post.dueAt < this.oldestDueAt) this.oldestDueAt = post.dueAt;
    if (this.named.length < namedPosts) this.named.push(post.id);
  }
}
