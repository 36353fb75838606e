import type { RsvpMailKind, RsvpWording } from './rsvp-wordings';

const places = (count: number): string => (count === 1 ? 'einen Platz' : `${count} Plätze`);

/** The German wording of RSVP mails, by kind. Each text follows the greeting "Guten Tag,", so it can begin in lower case. */
export const germanRsvpWordings: Record<RsvpMailKind, RsvpWording> = {
  link: {
    subject: (title) => `Ihre Antwort: ${title}`,
    text: () => 'öffnen Sie den Link und sagen Sie, ob Sie kommen.',
  },
  attending: {
    subject: (title) => `Sie haben einen Platz: ${title}`,
    text: ({ partySize }) => `Sie haben zugesagt. Wir haben ${places(partySize)} für Sie.`,
  },
  waiting: {
    subject: (title) => `Sie stehen auf der Warteliste: ${title}`,
    text: ({ partySize }) =>
      `im Augenblick ${partySize === 1 ? 'ist kein Platz' : `sind keine ${partySize} Plätze`} frei. Sie bekommen eine E-Mail, sobald sich das ändert.`,
  },
  maybe: {
    subject: (title) => `Sie kommen vielleicht: ${title}`,
    text: () => 'Sie haben mit Vielleicht geantwortet. Das hält keinen Platz frei.',
  },
  declined: {
    subject: (title) => `Sie haben abgesagt: ${title}`,
    text: () => 'Sie haben abgesagt. Für Sie ist kein Platz mehr reserviert.',
  },
  promoted: {
    subject: (title) => `Sie haben jetzt einen Platz: ${title}`,
    text: ({ partySize }) =>
      `Sie standen auf der Warteliste. Jetzt haben wir ${places(partySize)} für Sie. Falls Sie nicht kommen können, sagen Sie bitte ab.`,
  },
  changed: {
    subject: (title) => `Geändert: ${title}`,
    text: () => 'der Termin hat sich geändert. So ist er jetzt. Ihre Antwort bleibt, wie sie ist.',
  },
  restored: {
    subject: (title) => `Findet doch statt: ${title}`,
    text: () => 'der Termin war abgesagt und findet nun doch statt. Ihre Antwort bleibt, wie sie ist.',
  },
  cancelled: {
    subject: (title) => `Fällt aus: ${title}`,
    text: () => 'der Termin findet nicht statt. Sie müssen nichts tun.',
  },
  removed: {
    subject: (title) => `Ihre Antwort wurde entfernt: ${title}`,
    text: () => 'Ihre Antwort wurde entfernt, und Sie haben keinen Platz.',
  },
};
