interface Notice {
  heading: string;
  text: string;
}

/** The texts of the pages that links in mails open. */
export interface MemberPageTexts {
  ask: Notice & { button: string };
  unsubscribed: Notice;
  preview: Notice;
  unknown: Notice;
  deleted: Notice;
  preferences: { heading: string; label: (newsletter: string) => string; button: string; saved: string };
}

const en: MemberPageTexts = {
  ask: {
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
  ask: {
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

/** The texts in the language of the site; English when there are none in that language. */
export function memberPageTexts(language: string): MemberPageTexts {
  return /^de\b/i.test(language) ? de : en;
}
