import type { PostInput } from '@almanac/validation';
import { mailSettingsInQuery as mailSettingsOfGhost4 } from '../canary/mail-settings';
import type { UncheckedObject } from '../inputs/envelope';

/**
 * Reads the mail settings in the query string of a request that writes a post. Clients of Ghost 5 name the newsletter that sends the post,
 * and the members who get it. Clients of Ghost 4 also use v5; their parameters are read if the request names no newsletter.
 */
export function mailSettingsInQuery(query: UncheckedObject): PostInput {
  const { newsletter, newsletter_id: newsletterId, email_segment: segment } = query;
  const isMailed = [newsletter, newsletterId].some((parameter) => typeof parameter === 'string' && parameter !== '');
  if (!isMailed) return mailSettingsOfGhost4(query);
  const filter = typeof segment === 'string' && segment !== '' ? { emailRecipientFilter: segment } : {};
  return { sendEmailWhenPublished: true, ...filter };
}
