import { type FeedLinks } from '../generated/schema-types';

/**
 * The URLs of a feed.
 * @param calendarUrl the public URL of the calendar, without a slash at its end
 * @param path the path below this URL, without a slash at its beginning
 */
export function feedLinks(calendarUrl: string, path: string): FeedLinks {
  const icsUrl = `${calendarUrl}/${path}`;
  return { icsUrl, webcalUrl: icsUrl.replace(/^https?:/, 'webcal:') };
}
