import { openText, sealText } from './sealed-text';

/** Every mail there is, and what its template says. Links carry tokens, so all of it is sealed in the outbox. */
export interface MailValues {
  'member-sign-in': { siteTitle: string; siteUrl: string; emailType: 'signin' | 'signup' | 'subscribe'; url: string };
  'staff-invitation': { siteTitle: string; siteUrl: string; invitedBy: string; url: string };
  'password-reset': { siteTitle: string; siteUrl: string; url: string };
  /** Somebody asked for a reset of an address nobody here has. */
  'password-reset-unknown': { siteTitle: string; siteUrl: string };
  'calendar-sign-up': { username: string; url: string; hash: string };
  'calendar-sign-in': { username: string; url: string; hash: string };
  /** Somebody signed up with an address that has an account: the link signs in to it. */
  'calendar-already-registered': { username: string; url: string; hash: string };
  /** Somebody asked for a sign-in link for an address nobody signed up with; it says how to sign up. */
  'calendar-unknown-address': { url: string };
  /** A member of staff asked whether mails arrive. */
  test: { siteTitle: string; siteUrl: string };
  /** The worker reads the post when it sends. */
  'member-post': { postId: string };
}

export type MailTemplate = keyof MailValues;

/** A mail to one address. */
export type Mail = { [T in MailTemplate]: { template: T; to: string; values: MailValues[T] } }[MailTemplate];

/** The event of the outbox row that stands for a mail; its subject type is `mail`. */
export const MAIL_REQUESTED = 'mail.requested';

/** What such a row holds: who gets which mail, and its values, sealed. */
export interface MailPayload extends Record<string, unknown> {
  template: MailTemplate;
  to: string;
  sealed: string;
}

/** @param encryptionKey the ENCRYPTION_KEY of the installation */
export function sealMail({ template, to, values }: Mail, encryptionKey: string): MailPayload {
  return { template, to, sealed: sealText(JSON.stringify(values), encryptionKey) };
}

/**
 * The mail a payload stands for.
 * @throws Error when it was sealed with another key
 */
export function openMail({ template, to, sealed }: MailPayload, encryptionKey: string): Mail {
  return { template, to, values: JSON.parse(openText(sealed, encryptionKey)) } as Mail;
}
