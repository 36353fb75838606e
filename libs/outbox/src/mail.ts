import { openText, sealText } from './sealed-text';

/** The values of each mail template. Links contain tokens, so the values are sealed in the outbox. */
export interface MailValues {
  'member-sign-in': { siteTitle: string; siteUrl: string; emailType: 'signin' | 'signup' | 'subscribe'; url: string };
  'staff-invitation': { siteTitle: string; siteUrl: string; invitedBy: string; url: string };
  'password-reset': { siteTitle: string; siteUrl: string; url: string };
  /** A password reset was requested for an address without an account. */
  'password-reset-unknown': { siteTitle: string; siteUrl: string };
  'calendar-sign-up': { username: string; url: string; hash: string };
  'calendar-sign-in': { username: string; url: string; hash: string };
  /** A sign-up was requested for an address with an account; the link signs in to it. */
  'calendar-already-registered': { username: string; url: string; hash: string };
  /** A sign-in was requested for an address without an account; the link leads to the sign-up. */
  'calendar-unknown-address': { url: string };
  /** A staff user checks that mails arrive. */
  test: { siteTitle: string; siteUrl: string };
  /** The worker reads the post when it sends the mail. */
  'member-post': { postId: string };
}

export type MailTemplate = keyof MailValues;

/** A mail to one address. */
export type Mail = { [T in MailTemplate]: { template: T; to: string; values: MailValues[T] } }[MailTemplate];

/** The payload of a mail event. */
export interface MailPayload extends Record<string, unknown> {
  template: MailTemplate;
  to: string;
  /** The values, encrypted. */
  sealed: string;
}

/** The payload of a mail event. @param encryptionKey the ENCRYPTION_KEY of the installation */
export function sealMail({ template, to, values }: Mail, encryptionKey: string): MailPayload {
  return { template, to, sealed: sealText(JSON.stringify(values), encryptionKey) };
}

/**
 * The mail of a payload.
 * @throws Error when it was sealed with another key
 */
export function openMail({ template, to, sealed }: MailPayload, encryptionKey: string): Mail {
  return { template, to, values: JSON.parse(openText(sealed, encryptionKey)) } as Mail;
}
