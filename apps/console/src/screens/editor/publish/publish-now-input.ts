import type { PostInput } from '../model/fields.ts';

/**
 * The input that publishes a draft now. A draft that was scheduled before has a date in the future. The Admin API replaces null by
 * the current time. An earlier date stays, e.g. of a post that was taken off the site.
 * @param publishedAt the date of the draft in ISO 8601
 */
export function publishNowInput(publishedAt: string | null, now: Date): PostInput {
  const isFuture = publishedAt !== null && new Date(publishedAt) > now;
  return { status: 'published', ...(isFuture && { published_at: null }) };
}
