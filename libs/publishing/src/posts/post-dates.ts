import { ValidationError } from '@almanac/errors';
import type { PostStatus } from '@almanac/entities';

/** A new date of a scheduled post has to be at least this far in the future. */
const MINIMUM_NOTICE_MS = 2 * 60_000;

/** The status of a post with the dates that depend on it. */
export interface PostTimes {
  status: PostStatus;
  publishedAt: Date | null;
  unpublishAt: Date | null;
}

/** The date without its milliseconds. The dates that the APIs set have whole seconds; those of imported posts can have milliseconds. */
export function wholeSeconds(date: Date): Date {
  return new Date(Math.floor(date.getTime() / 1000) * 1000);
}

function isSameInstant(a: Date | null, b: Date | null): boolean {
  return a?.getTime() === b?.getTime();
}

/**
 * Checks and completes the dates of a post for its new status. A published post without a date gets the date `now`.
 * @param before the stored values; undefined for a new post
 * @param wanted the requested values
 * @param now the current time by the clock of PostgreSQL
 * @throws ValidationError when the dates are not allowed for the status
 */
export function resolveTimes(before: PostTimes | undefined, wanted: PostTimes, now: Date): PostTimes {
  const { status } = wanted;
  const publishedAt = wanted.publishedAt ?? (status === 'published' ? wholeSeconds(now) : null);
  if (status === 'scheduled') assertPublishDate(before, publishedAt, now);
  // If a client unpublishes a post, `unpublishAt` is cleared. Otherwise the post would be unpublished again after its next publication.
  const isUnpublished = before?.status === 'published' && status === 'draft';
  const unpublishAt = isUnpublished ? null : wanted.unpublishAt;
  // The stored `unpublishAt` of a draft may have passed. If the draft was published with it, the post would be unpublished at once.
  const isPublication = status === 'published' && before?.status !== 'published';
  const isChanged = !isSameInstant(unpublishAt, before?.unpublishAt ?? null);
  if (isChanged || isPublication) assertUnpublishDate(publishedAt, unpublishAt, now);
  else if (unpublishAt && publishedAt && unpublishAt <= publishedAt) throw unpublishTooEarly();
  return { status, publishedAt, unpublishAt };
}

function assertPublishDate(before: PostTimes | undefined, publishedAt: Date | null, now: Date): void {
  if (publishedAt === null) throw new ValidationError('Value in published_at cannot be blank.');
  const isUnchanged = before?.status === 'scheduled' && isSameInstant(before.publishedAt, publishedAt);
  if (!isUnchanged && publishedAt.getTime() < now.getTime() + MINIMUM_NOTICE_MS) {
    throw new ValidationError('Date must be at least 2 minutes in the future.');
  }
}

function assertUnpublishDate(publishedAt: Date | null, unpublishAt: Date | null, now: Date): void {
  if (unpublishAt === null) return;
  if (publishedAt && unpublishAt <= publishedAt) throw unpublishTooEarly();
  if (unpublishAt <= now) {
    throw new ValidationError('Date must be in the future.', {
      context: 'posts.unpublish_at',
      property: 'unpublish_at',
    });
  }
}

function unpublishTooEarly(): ValidationError {
  return new ValidationError('Value in [posts.unpublish_at] must lie after published_at.', {
    context: 'posts.unpublish_at',
    property: 'unpublish_at',
  });
}
