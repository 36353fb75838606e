import { openText, sealText } from './sealed-text';

/** The iCalendar object of an answer (RSVP), for the calendar of the guest (iTIP, RFC 5546). */
export interface RsvpCalendarEntry {
  method: 'REQUEST' | 'CANCEL';
  uid: string;
  sequence: number;
  /** ISO 8601 in UTC; of an all-day occurrence, midnight UTC of its first day. */
  start: string;
  /** ISO 8601 in UTC; of an all-day occurrence, midnight UTC of the day after its last day. */
  end: string;
  isAllDay: boolean;
  /** DTSTAMP: when the answer or its calendar event changed, in ISO 8601. */
  stamp: string;
  description: string | null;
  /** The name of the user who owns the calendar event; can be empty. */
  organizer: string;
  guest: { name: string; email: string };
  participation: 'ACCEPTED' | 'TENTATIVE' | 'DECLINED';
}

/** The values of a mail about an answer (RSVP) to a calendar event. */
export interface RsvpMailValues {
  /**
   * `link`: a guest requested the link by which they can answer. `changed`, `restored` and `cancelled` are changes of the calendar event.
   * The other kinds are states or changes of the answer; `promoted` is a change from the waiting list to `attending`.
   */
  kind:
    | 'link'
    | 'attending'
    | 'waiting'
    | 'maybe'
    | 'declined'
    | 'promoted'
    | 'changed'
    | 'restored'
    | 'cancelled'
    | 'removed';
  title: string;
  /** The date and time in words, in each language of mails. */
  when: { en: string; de: string };
  place: string | null;
  /** The number of places in the answer. */
  partySize: number;
  /** The page on which the guest answers. */
  url: string;
  /** Null if the mail contains no calendar entry. */
  entry: RsvpCalendarEntry | null;
}

/** The values of each mail template. Links contain tokens, so the outbox stores the values encrypted. */
export interface MailValues {
  'member-sign-in': { siteTitle: string; siteUrl: string; emailType: 'signin' | 'signup' | 'subscribe'; url: string };
  /** `invitedBy` is the name of the user who invites. */
  'staff-invitation': { siteTitle: string; siteUrl: string; invitedBy: string; url: string };
  'password-reset': { siteTitle: string; siteUrl: string; url: string };
  /** A password reset was requested for an address without an account, or for a suspended user. */
  'password-reset-unknown': { siteTitle: string; siteUrl: string };
  /** `hash` is the secret of the link. The mail shows the secret, too. */
  'calendar-sign-up': { username: string; url: string; hash: string };
  'calendar-sign-in': { username: string; url: string; hash: string };
  /** A sign-up was requested for an address that has an account. The link signs in to this account. */
  'calendar-already-registered': { username: string; url: string; hash: string };
  /** A sign-in was requested for an address without an account. The link leads to the sign-up. */
  'calendar-unknown-address': { url: string };
  'calendar-rsvp': RsvpMailValues;
  /** A test mail for a user of the site who checks that mails arrive. */
  test: { siteTitle: string; siteUrl: string };
  /**
   * The mail of a post to one member. Only earlier versions record such mails. The worker still sends them, and reads the post then. This
   * version sends newsletters from the table `emails`.
   */
  'member-post': { postId: string };
  /** A test of the mail of a post, as members of the `audience` would receive it. */
  'post-test': { postId: string; audience: 'free' | 'paid'; subject?: string };
}

export type MailTemplate = keyof MailValues;

/** A mail to one address. */
export type Mail = { [T in MailTemplate]: { template: T; to: string; values: MailValues[T] } }[MailTemplate];

/** The payload of the event `mail.requested`. */
export interface MailPayload extends Record<string, unknown> {
  template: MailTemplate;
  to: string;
  /** The values, encrypted. */
  sealed: string;
}

/**
 * The payload for a mail, with its values encrypted.
 * @param encryptionKey the ENCRYPTION_KEY of the installation
 */
export function sealMail({ template, to, values }: Mail, encryptionKey: string): MailPayload {
  return { template, to, sealed: sealText(JSON.stringify(values), encryptionKey) };
}

/**
 * Decrypts the mail in a payload.
 * @throws Error if its values were encrypted with another key
 */
export function openMail({ template, to, sealed }: MailPayload, encryptionKey: string): Mail {
  return { template, to, values: JSON.parse(openText(sealed, encryptionKey)) } as Mail;
}
