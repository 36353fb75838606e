import type { MailTemplate, MailValues } from '@almanac/outbox';
import type { MailMessage } from './mail-message';
import { rsvpMessage } from './rsvp-message';

/** The templates with fixed wording. The mails of the other templates contain a post. */
export type MessageTemplate = Exclude<MailTemplate, 'member-post' | 'post-test'>;

const NOT_YOU = 'If you did not request this, you can ignore this mail.';
const signInCode = (hash: string): string => `Your sign-in code, for apps that ask for it: ${hash}`;

/** The site title follows each subject and each text. */
const memberMails: Record<MailValues['member-sign-in']['emailType'], { subject: string; text: string; label: string }> =
  {
    signin: { subject: 'Sign in to', text: 'Here is your link to sign in to', label: 'Sign in' },
    signup: { subject: 'Complete your sign-up to', text: 'One step is left to sign up to', label: 'Sign up' },
    subscribe: {
      subject: 'Confirm your subscription to',
      text: 'One step is left to subscribe to',
      label: 'Subscribe',
    },
  };

/** The wording of each mail in one language. */
export type MailTemplates = { [T in MessageTemplate]: (values: MailValues[T]) => MailMessage };

/** The wording of each mail in English. */
export const englishMailTemplates: MailTemplates = {
  'member-sign-in': ({ siteTitle, emailType, url }) => {
    const { subject, text, label } = memberMails[emailType];
    return {
      subject: `${subject} ${siteTitle}`,
      paragraphs: ['Hello,', `${text} ${siteTitle}.`],
      button: { label, url },
      smallPrint: ['The link works once and expires soon.', NOT_YOU],
    };
  },
  'staff-invitation': ({ siteTitle, invitedBy, url }) => ({
    subject: `${invitedBy} invites you to ${siteTitle}`,
    paragraphs: ['Hello,', `${invitedBy} invites you to join the staff of ${siteTitle}.`],
    button: { label: 'Accept the invitation', url },
    smallPrint: ['The invitation is for you only. Do not forward the link.'],
  }),
  'password-reset': ({ siteTitle, url }) => ({
    subject: `Reset your password for ${siteTitle}`,
    paragraphs: ['Hello,', `You requested a new password for ${siteTitle}.`],
    button: { label: 'Choose a new password', url },
    smallPrint: ['The link works once and expires after a day.', NOT_YOU],
  }),
  'password-reset-unknown': ({ siteTitle, siteUrl }) => ({
    subject: `Your request for a new password at ${siteTitle}`,
    paragraphs: [
      'Hello,',
      `A new password was requested for this address at ${siteTitle} (${siteUrl}), but no active account there uses it.`,
      'If it was you, try the other addresses you use.',
    ],
    smallPrint: [NOT_YOU],
  }),
  test: ({ siteTitle, siteUrl }) => ({
    subject: `A test mail from ${siteTitle}`,
    paragraphs: ['Hello,', `This is the test mail you requested from ${siteTitle} (${siteUrl}). Mail delivery works.`],
    smallPrint: [],
  }),
  'calendar-sign-up': ({ username, url, hash }) => ({
    subject: 'Complete your sign-up to the calendar',
    paragraphs: [`Hello ${username},`, 'One step is left: open the link, and your calendar is ready.'],
    button: { label: 'Sign up', url },
    smallPrint: [signInCode(hash), NOT_YOU],
  }),
  'calendar-sign-in': ({ username, url, hash }) => ({
    subject: 'Sign in to the calendar',
    paragraphs: [`Hello ${username},`, 'Here is your link to sign in.'],
    button: { label: 'Sign in', url },
    smallPrint: [signInCode(hash), NOT_YOU],
  }),
  'calendar-already-registered': ({ username, url, hash }) => ({
    subject: 'You already have a calendar',
    paragraphs: [
      `Hello ${username},`,
      'This address was used to sign up, but it already has an account. The link below signs you in to it.',
    ],
    button: { label: 'Sign in', url },
    smallPrint: [signInCode(hash), NOT_YOU],
  }),
  'calendar-rsvp': (values) => rsvpMessage('en', values),
  'calendar-unknown-address': ({ url }) => ({
    subject: 'Your request to sign in to the calendar',
    paragraphs: ['Hello,', 'A sign-in was requested for this address, but no account uses it. You can sign up.'],
    button: { label: 'Sign up', url },
    smallPrint: [NOT_YOU],
  }),
};
