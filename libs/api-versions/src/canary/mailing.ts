import type { PostInput } from '@almanac/validation';

const isNonEmptyString = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * Reads the query of a write as clients of Ghost 4 send it: `email_recipient_filter` sends the post to these members, `none` sends
 * it to no member, and `send_email_when_published` says whether it is sent at all.
 */
export function mailingOfQuery({
  email_recipient_filter: filter,
  send_email_when_published: sendFlag,
}: Readonly<Record<string, unknown>>): PostInput {
  return {
    ...(isNonEmptyString(filter) &&
      (filter === 'none'
        ? { sendEmailWhenPublished: false }
        : { sendEmailWhenPublished: true, emailRecipientFilter: filter })),
    ...(isNonEmptyString(sendFlag) && { sendEmailWhenPublished: sendFlag === 'true' }),
  };
}
