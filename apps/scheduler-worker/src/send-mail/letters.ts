import type { MailTemplate, MailValues } from '@almanac/outbox';
import type { Letter } from './letter';

type LetterTemplate = Exclude<MailTemplate, 'member-post'>;

const NOT_YOU = 'If you did not ask for this, you can leave this mail alone: nothing happens.';
const codeOf = (hash: string): string => `Your sign-in code, for programs that ask for it: ${hash}`;

const memberMails: Record<MailValues['member-sign-in']['emailType'], { subject: string; says: string; label: string }> =
  {
    signin: { subject: 'Sign in to', says: 'Here is your link to sign in to', label: 'Sign in' },
    signup: { subject: 'Complete your sign-up to', says: 'One step is left to sign up to', label: 'Sign up' },
    subscribe: {
      subject: 'Confirm your subscription to',
      says: 'One step is left to subscribe to',
      label: 'Subscribe',
    },
  };

/** What each mail says; posts to members are not letters, they are the post. */
export const letters: { [T in LetterTemplate]: (values: MailValues[T]) => Letter } = {
  'member-sign-in': ({ siteTitle, emailType, url }) => {
    const { subject, says, label } = memberMails[emailType];
    return {
      subject: `${subject} ${siteTitle}`,
      paragraphs: ['Hello,', `${says} ${siteTitle}.`],
      button: { label, url },
      smallPrint: ['The link works once, and only for a short time.', NOT_YOU],
    };
  },
  'staff-invitation': ({ siteTitle, invitedBy, url }) => ({
    subject: `${invitedBy} invites you to ${siteTitle}`,
    paragraphs: ['Hello,', `${invitedBy} invites you to join the staff of ${siteTitle}.`],
    button: { label: 'Accept the invitation', url },
    smallPrint: ['The invitation is for you alone; do not pass the link on.'],
  }),
  'password-reset': ({ siteTitle, url }) => ({
    subject: `Reset your password for ${siteTitle}`,
    paragraphs: ['Hello,', `You asked for a new password for ${siteTitle}.`],
    button: { label: 'Choose a new password', url },
    smallPrint: ['The link works once, and only for a day.', NOT_YOU],
  }),
  'password-reset-unknown': ({ siteTitle, siteUrl }) => ({
    subject: `Your request for a new password at ${siteTitle}`,
    paragraphs: [
      'Hello,',
      `Somebody asked for a new password for this address at ${siteTitle} (${siteUrl}), but no account there has it.`,
      'If it was you, try the other addresses you use.',
    ],
    smallPrint: [NOT_YOU],
  }),
  test: ({ siteTitle, siteUrl }) => ({
    subject: `A test mail from ${siteTitle}`,
    paragraphs: ['Hello,', `You asked whether mails of ${siteTitle} (${siteUrl}) arrive. They do.`],
    smallPrint: [],
  }),
  'calendar-sign-up': ({ username, url, hash }) => ({
    subject: 'Complete your sign-up to the calendar',
    paragraphs: [`Hello ${username},`, 'One step is left: open the link, and your calendar is ready.'],
    button: { label: 'Sign up', url },
    smallPrint: [codeOf(hash), NOT_YOU],
  }),
  'calendar-sign-in': ({ username, url, hash }) => ({
    subject: 'Sign in to the calendar',
    paragraphs: [`Hello ${username},`, 'Here is your link to sign in.'],
    button: { label: 'Sign in', url },
    smallPrint: [codeOf(hash), NOT_YOU],
  }),
  'calendar-already-registered': ({ username, url, hash }) => ({
    subject: 'You have a calendar already',
    paragraphs: [
      `Hello ${username},`,
      'Somebody signed up with this address, which has an account already. This link signs you in to it.',
    ],
    button: { label: 'Sign in', url },
    smallPrint: [codeOf(hash), NOT_YOU],
  }),
  'calendar-unknown-address': ({ url }) => ({
    subject: 'Your request to sign in to the calendar',
    paragraphs: ['Hello,', 'Somebody asked to sign in with this address, but no account has it. You can sign up.'],
    button: { label: 'Sign up', url },
    smallPrint: [NOT_YOU],
  }),
};
