import { type CalendarUser } from '@almanac/entities';
import { type Mail } from '@almanac/outbox';

type LinkTemplate = 'calendar-sign-up' | 'calendar-sign-in' | 'calendar-already-registered';

/**
 * The mail with a sign-in link. Clients that do not open the link can use the hash, which the mail also contains as text.
 * @param hash the secret of the link. It is the fragment of the link, because browsers do not send fragments to servers
 */
export function linkMail(template: LinkTemplate, user: CalendarUser, hash: string, calendarUrl: string): Mail {
  const values = { username: user.username, url: `${calendarUrl}/sign-in#${hash}`, hash };
  return { template, to: user.email, values };
}

/** The mail to an address without an account. */
export function unknownAddressMail(email: string, calendarUrl: string): Mail {
  return { template: 'calendar-unknown-address', to: email, values: { url: calendarUrl } };
}
