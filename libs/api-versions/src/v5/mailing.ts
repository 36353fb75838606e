import type { PostInput } from '@almanac/validation';
import { mailingFrom as mailingOfGhost4 } from '../canary/mailing';
import type { UncheckedObject } from '../inputs/envelope';

/**
 * Reads the mail settings in the query of a write. Clients of Ghost 5 name the newsletter that sends the post, and the members who
 * get it. Requests of Ghost 4 get this version, too; their parameters apply if no newsletter is named.
 */
export function mailingFrom(query: UncheckedObject): PostInput {
  const { newsletter, newsletter_id: newsletterId, email_segment: segment } = query;
  const isMailed = [newsletter, newsletterId].some((parameter) => typeof parameter === 'string' && parameter !== '');
  if (!isMailed) return mailingOfGhost4(query);
  const filter = typeof segment === 'string' && segment !== '' ? { emailRecipientFilter: segment } : {};
  return { sendEmailWhenPublished: true, ...filter };
}
