import { ValidationError } from '@almanac/errors';
import type { PostStatus } from '@almanac/entities';

/** How far ahead a date must lie to be scheduled. */
const MINIMUM_NOTICE_MS = 2 * 60_000;

/** Where a post stands in time. */
export interface PostTimes {
  status: PostStatus;
  publishedAt: Date | null;
  unpublishAt: Date | null;
}

/** Dates of posts have whole seconds. */
export function wholeSeconds(date: Date): Date {
  return new Date(Math.floor(date.getTime() / 1000) * 1000);
}

function isSameInstant(a: Date | null, b: Date | null): boolean {
  return a?.getTime() === b?.getTime();
}

/**
 * The dates a post gets by the status it is given.
 * @param before how it stands; undefined for a new one
 * @param wanted what it shall be
 * @param now the database's clock
 * @throws ValidationError when the dates break the rules of the status
 */
export function settleTimes(before: PostTimes | undefined, wanted: PostTimes, now: Date): PostTimes {
  const { status } = wanted;
  const publishedAt = wanted.publishedAt ?? (status === 'published' ? wholeSeconds(now) : null);
  if (status === 'scheduled') assertSchedulable(before, publishedAt, now);
  // What a person takes offline stays as it is then: the plan to take it offline is fulfilled.
  const isTakenOffline = before?.status === 'published' && status === 'draft';
  const unpublishAt = isTakenOffline ? null : wanted.unpublishAt;
  if (!isSameInstant(unpublishAt, before?.unpublishAt ?? null)) assertUnpublishable(publishedAt, unpublishAt, now);
  else if (unpublishAt && publishedAt && unpublishAt <= publishedAt) throw unpublishTooEarly();
  return { status, publishedAt, unpublishAt };
}

function assertSchedulable(before: PostTimes | undefined, publishedAt: Date | null, now: Date): void {
  if (publishedAt === null) throw new ValidationError('Value in published_at cannot be blank.');
  const stands = before?.status === 'scheduled' && isSameInstant(before.publishedAt, publishedAt);
  if (!stands && publishedAt.getTime() < now.getTime() + MINIMUM_NOTICE_MS) {
    throw new ValidationError('Date must be at least 2 minutes in the future.');
  }
}

function assertUnpublishable(publishedAt: Date | null, unpublishAt: Date | null, now: Date): void {
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
