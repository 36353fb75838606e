import type { PostInput } from '../model/fields.ts';

/**
 * The input that publishes a draft now. If the draft has a date in the future, e.g. because it was scheduled before, the input sets the
 * date to null, and the Admin API stores the current time. An earlier date stays, e.g. of a post that was taken off the site.
 * @param publishedAt the date of the draft in ISO 8601
 */
export function publishNowInput(publishedAt: string | null, now: Date): PostInput {
  const isFuture = publishedAt !== null && new Date(publishedAt) > now;
  return { status: 'published', ...(isFuture && { published_at: null }) };
}
