import type { PostInput } from '@almanac/validation';
import type { UncheckedObject } from '../inputs/envelope';

/**
 * Reads the mail settings in the query of a write. Clients of Ghost 5 name the newsletter that sends the post, and the members who
 * get it.
 */
export function mailingFrom({
  newsletter,
  newsletter_id: newsletterId,
  email_segment: segment,
}: UncheckedObject): PostInput {
  const isMailed = [newsletter, newsletterId].some((parameter) => typeof parameter === 'string' && parameter !== '');
  if (!isMailed) return {};
  const filter = typeof segment === 'string' && segment !== '' ? { emailRecipientFilter: segment } : {};
  return { sendEmailWhenPublished: true, ...filter };
}
