import { type CalendarUser } from '@almanac/entities';
import { type Mail } from '@almanac/outbox';

type LinkTemplate = 'calendar-sign-up' | 'calendar-sign-in' | 'calendar-already-registered';

/** The mail that brings a user the hash, as a link and as text to paste. A fragment is not sent to servers and so not logged there. */
export function linkMail(template: LinkTemplate, user: CalendarUser, hash: string, calendarUrl: string): Mail {
  const values = { username: user.username, url: `${calendarUrl}/sign-in#${hash}`, hash };
  return { template, to: user.email, values };
}

/** The mail to an address nobody signed up with. */
export function unknownAddressMail(email: string, calendarUrl: string): Mail {
  return { template: 'calendar-unknown-address', to: email, values: { url: calendarUrl } };
}
