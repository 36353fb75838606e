import { textLanguageOf } from '@almanac/rendering';
import type { SignInEmailType } from '@almanac/publishing';

interface Notice {
  heading: string;
  text: string;
}

/** The texts of the pages that links in mails open. A page of a sign-in link has the purpose of the link as its key. */
export interface MemberPageTexts extends Record<SignInEmailType, Notice & { button: string }> {
  /** The page of the unsubscribe link, before the member confirms. */
  confirmUnsubscribe: Notice & { button: string };
  unsubscribed: Notice;
  /** For a link in a preview or a test mail. */
  preview: Notice;
  /** For a link whose token this site did not sign. */
  unknown: Notice;
  /** For a link of a member who was deleted. */
  deleted: Notice;
  /** The page on which members choose whether they get the newsletter. `saved` confirms the change. */
  preferences: { heading: string; label: (newsletter: string) => string; button: string; saved: string };
}

const en: MemberPageTexts = {
  signin: { heading: 'Sign in?', text: 'The link in the mail signs you in once, in this browser.', button: 'Sign in' },
  signup: { heading: 'Sign up?', text: 'You become a member and are signed in, in this browser.', button: 'Sign up' },
  subscribe: { heading: 'Subscribe?', text: 'You become a member and get new posts by mail.', button: 'Subscribe' },
  confirmUnsubscribe: {
    heading: 'Unsubscribe?',
    text: 'You will get no more posts by mail. Your account stays.',
    button: 'Unsubscribe',
  },
  unsubscribed: {
    heading: 'You are unsubscribed',
    text: 'You will get no more posts by mail. You can subscribe again in your account.',
  },
  preview: { heading: 'This is a preview', text: 'In a mail to members, this link lets them change what they get.' },
  unknown: { heading: 'This link is not complete', text: 'Open the link in the mail again, or copy all of it.' },
  deleted: { heading: 'Your account was deleted', text: 'You will get no more posts by mail.' },
  preferences: {
    heading: 'What you get by mail',
    label: (newsletter) => `Send me ${newsletter} by mail`,
    button: 'Save',
    saved: 'Your choice is saved.',
  },
};

const de: MemberPageTexts = {
  signin: {
    heading: 'Anmelden?',
    text: 'Der Link in der E-Mail meldet Sie einmal an, in diesem Browser.',
    button: 'Anmelden',
  },
  signup: {
    heading: 'Registrieren?',
    text: 'Sie werden Mitglied und sind in diesem Browser angemeldet.',
    button: 'Registrieren',
  },
  subscribe: {
    heading: 'Abonnieren?',
    text: 'Sie werden Mitglied und erhalten neue Beiträge per E-Mail.',
    button: 'Abonnieren',
  },
  confirmUnsubscribe: {
    heading: 'Abbestellen?',
    text: 'Sie erhalten keine Beiträge mehr per E-Mail. Ihr Konto bleibt bestehen.',
    button: 'Abbestellen',
  },
  unsubscribed: {
    heading: 'Sie haben abbestellt',
    text: 'Sie erhalten keine Beiträge mehr per E-Mail. In Ihrem Konto können Sie sie wieder bestellen.',
  },
  preview: {
    heading: 'Dies ist eine Vorschau',
    text: 'In einer E-Mail an Mitglieder lässt sich mit diesem Link ändern, was sie erhalten.',
  },
  unknown: {
    heading: 'Dieser Link ist unvollständig',
    text: 'Öffnen Sie den Link in der E-Mail erneut, oder kopieren Sie ihn ganz.',
  },
  deleted: { heading: 'Ihr Konto wurde gelöscht', text: 'Sie erhalten keine Beiträge mehr per E-Mail.' },
  preferences: {
    heading: 'Was Sie per E-Mail erhalten',
    label: (newsletter) => `${newsletter} per E-Mail erhalten`,
    button: 'Speichern',
    saved: 'Ihre Auswahl ist gespeichert.',
  },
};

/** The texts in the language of the site: German, or English for every other language. */
export function memberPageTexts(language: string): MemberPageTexts {
  return textLanguageOf(language) === 'de' ? de : en;
}
