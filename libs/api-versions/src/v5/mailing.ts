import { ValidationError } from '@almanac/errors';
import type { PostInput } from '@almanac/validation';
import type { Fields } from '../inputs/envelope';

/**
 * Reads the query of a write: clients of Ghost 5 name the newsletter there that sends the post.
 * @throws ValidationError for a part of the members: a mail goes to all who may read the post
 */
export function mailingFrom({ newsletter, newsletter_id: newsletterId, email_segment: segment }: Fields): PostInput {
  if (segment !== undefined && segment !== '' && segment !== 'all') {
    throw new ValidationError('A post is sent to all members who may read it; email_segment must be all.', {
      property: 'email_segment',
    });
  }
  const isMailed = [newsletter, newsletterId].some((name) => typeof name === 'string' && name !== '');
  return isMailed ? { sendEmailWhenPublished: true } : {};
}
