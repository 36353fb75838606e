import { type FeedLinks } from '../generated/schema-types';

/** The URLs of a feed. @param path relative to `calendarUrl`, the public URL of the calendar, without a slash at the beginning */
export function feedLinks(calendarUrl: string, path: string): FeedLinks {
  const icsUrl = `${calendarUrl}/${path}`;
  return { icsUrl, webcalUrl: icsUrl.replace(/^https?:/, 'webcal:') };
}
