import type { MailValues } from '@almanac/outbox';
import type { MailTemplates } from './mail-templates';
import { rsvpMessage } from './rsvp-message';

const NOT_YOU = 'Falls Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren.';
const GREETING = 'Guten Tag,';
const signInCode = (hash: string): string => `Ihr Anmeldecode, für Apps, die danach fragen: ${hash}`;

const memberMails: Record<
  MailValues['member-sign-in']['emailType'],
  { subject: (site: string) => string; text: (site: string) => string; label: string }
> = {
  signin: {
    subject: (site) => `Anmeldung bei ${site}`,
    text: (site) => `hier ist Ihr Link zur Anmeldung bei ${site}.`,
    label: 'Anmelden',
  },
  signup: {
    subject: (site) => `Registrierung bei ${site} abschließen`,
    text: (site) => `nur ein Schritt fehlt noch zu Ihrer Registrierung bei ${site}.`,
    label: 'Registrieren',
  },
  subscribe: {
    subject: (site) => `Abonnement von ${site} bestätigen`,
    text: (site) => `nur ein Schritt fehlt noch zu Ihrem Abonnement von ${site}.`,
    label: 'Abonnieren',
  },
};

/** The wording of each mail in German. */
export const germanMailTemplates: MailTemplates = {
  'member-sign-in': ({ siteTitle, emailType, url }) => {
    const { subject, text, label } = memberMails[emailType];
    return {
      subject: subject(siteTitle),
      paragraphs: [GREETING, text(siteTitle)],
      button: { label, url },
      smallPrint: ['Der Link gilt einmal und läuft bald ab.', NOT_YOU],
    };
  },
  'staff-invitation': ({ siteTitle, invitedBy, url }) => ({
    subject: `${invitedBy} lädt Sie zu ${siteTitle} ein`,
    paragraphs: [GREETING, `${invitedBy} lädt Sie in das Team von ${siteTitle} ein.`],
    button: { label: 'Einladung annehmen', url },
    smallPrint: ['Die Einladung gilt nur für Sie. Leiten Sie den Link nicht weiter.'],
  }),
  'password-reset': ({ siteTitle, url }) => ({
    subject: `Neues Passwort für ${siteTitle}`,
    paragraphs: [GREETING, `Sie haben ein neues Passwort für ${siteTitle} angefordert.`],
    button: { label: 'Neues Passwort wählen', url },
    smallPrint: ['Der Link gilt einmal und läuft nach einem Tag ab.', NOT_YOU],
  }),
  'password-reset-unknown': ({ siteTitle, siteUrl }) => ({
    subject: `Ihre Anfrage nach einem neuen Passwort bei ${siteTitle}`,
    paragraphs: [
      GREETING,
      `für diese Adresse wurde bei ${siteTitle} (${siteUrl}) ein neues Passwort angefordert, aber kein aktives Konto dort verwendet sie.`,
      'Falls Sie es waren, versuchen Sie es mit Ihren anderen Adressen.',
    ],
    smallPrint: [NOT_YOU],
  }),
  test: ({ siteTitle, siteUrl }) => ({
    subject: `Testmail von ${siteTitle}`,
    paragraphs: [
      GREETING,
      `dies ist die Testmail, die Sie bei ${siteTitle} (${siteUrl}) angefordert haben. Der Versand funktioniert.`,
    ],
    smallPrint: [],
  }),
  'calendar-sign-up': ({ username, url, hash }) => ({
    subject: 'Registrierung beim Kalender abschließen',
    paragraphs: [
      `Guten Tag ${username},`,
      'nur ein Schritt fehlt noch: Öffnen Sie den Link, und Ihr Kalender ist bereit.',
    ],
    button: { label: 'Registrieren', url },
    smallPrint: [signInCode(hash), NOT_YOU],
  }),
  'calendar-sign-in': ({ username, url, hash }) => ({
    subject: 'Anmeldung beim Kalender',
    paragraphs: [`Guten Tag ${username},`, 'hier ist Ihr Link zur Anmeldung.'],
    button: { label: 'Anmelden', url },
    smallPrint: [signInCode(hash), NOT_YOU],
  }),
  'calendar-already-registered': ({ username, url, hash }) => ({
    subject: 'Sie haben schon einen Kalender',
    paragraphs: [
      `Guten Tag ${username},`,
      'mit dieser Adresse wurde eine Registrierung begonnen, aber sie hat schon ein Konto. Der Link unten meldet Sie dort an.',
    ],
    button: { label: 'Anmelden', url },
    smallPrint: [signInCode(hash), NOT_YOU],
  }),
  'calendar-rsvp': (values) => rsvpMessage('de', values),
  'calendar-unknown-address': ({ url }) => ({
    subject: 'Ihre Anfrage zur Anmeldung beim Kalender',
    paragraphs: [
      GREETING,
      'für diese Adresse wurde eine Anmeldung angefordert, aber kein Konto verwendet sie. Sie können sich registrieren.',
    ],
    button: { label: 'Registrieren', url },
    smallPrint: [NOT_YOU],
  }),
};
