import { type CalendarUser } from '@almanac/entities';
import { type Mail } from '@almanac/outbox';

type LinkTemplate = 'calendar-sign-up' | 'calendar-sign-in' | 'calendar-already-registered';

/**
 * The mail with a sign-in link. The hash is the fragment of the link, because browsers do not send fragments to servers. The mail also
 * contains the hash as text, for clients that do not open the link.
 * @param hash the secret of the link
 */
export function linkMail(template: LinkTemplate, user: CalendarUser, hash: string, calendarUrl: string): Mail {
  const values = { username: user.username, url: `${calendarUrl}/sign-in#${hash}`, hash };
  return { template, to: user.email, values };
}

/** The mail to an address without an account. */
export function unknownAddressMail(email: string, calendarUrl: string): Mail {
  return { template: 'calendar-unknown-address', to: email, values: { url: calendarUrl } };
}
