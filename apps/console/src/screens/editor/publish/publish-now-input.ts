import type { PostInput } from '../model/fields.ts';

/**
 * The input of the Admin API that publishes a draft now. A draft that was scheduled before can have a publication date in the future.
 * The input then sets the date to null, and the Admin API stores the current time. A past date stays, e.g. that of a draft that
 * was published before.
 * @param publishedAt the publication date of the draft in ISO 8601; null if it has none
 */
export function publishNowInput(publishedAt: string | null, now: Date): PostInput {
  const isFuture = publishedAt !== null && new Date(publishedAt) > now;
  return { status: 'published', ...(isFuture && { published_at: null }) };
}
