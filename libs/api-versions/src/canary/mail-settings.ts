import type { PostInput } from '@almanac/validation';

const isNonEmptyString = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * Reads the mail settings in the query string of a request that writes a post, as clients of Ghost 4 send them. `email_recipient_filter`
 * names the members who get the post (`none`: no member). If the request has `send_email_when_published`, this alone decides whether the
 * post is sent.
 */
export function mailSettingsInQuery({
  email_recipient_filter: filter,
  send_email_when_published: sendFlag,
}: Readonly<Record<string, unknown>>): PostInput {
  const input: PostInput = {};
  if (isNonEmptyString(filter)) {
    input.sendEmailWhenPublished = filter !== 'none';
    if (filter !== 'none') input.emailRecipientFilter = filter;
  }
  if (isNonEmptyString(sendFlag)) input.sendEmailWhenPublished = sendFlag === 'true';
  return input;
}
