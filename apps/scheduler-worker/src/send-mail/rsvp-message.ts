import type { RsvpMailValues } from '@almanac/outbox';
import type { MailLanguage, MailMessage } from './mail-message';
import { germanRsvpWordings } from './rsvp-wordings-de';

export type RsvpMailKind = RsvpMailValues['kind'];

const places = (count: number): string => (count === 1 ? 'one place' : `${count} places`);

/** The wording of one kind of RSVP mail. */
export interface RsvpWording {
  subject: (title: string) => string;
  text: (values: RsvpMailValues) => string;
}

const ENGLISH: Record<RsvpMailKind, RsvpWording> = {
  link: {
    subject: (title) => `Your answer to ${title}`,
    text: () => 'Open the link to say whether you come.',
  },
  attending: {
    subject: (title) => `You have a place: ${title}`,
    text: ({ partySize }) => `Your answer is yes, and ${places(partySize)} ${partySize === 1 ? 'is' : 'are'} yours.`,
  },
  waiting: {
    subject: (title) => `You are on the waiting list: ${title}`,
    text: ({ partySize }) => `There is no room for ${places(partySize)} now. A mail follows when there is.`,
  },
  maybe: {
    subject: (title) => `You answered maybe: ${title}`,
    text: () => 'Your answer is maybe. It does not hold a place.',
  },
  declined: {
    subject: (title) => `You are not coming: ${title}`,
    text: () => 'Your answer is no. Your places are free for others.',
  },
  promoted: {
    subject: (title) => `You now have a place: ${title}`,
    text: ({ partySize }) =>
      `You were on the waiting list. Now ${places(partySize)} ${partySize === 1 ? 'is' : 'are'} yours. If you cannot come, please answer no.`,
  },
  changed: {
    subject: (title) => `Changed: ${title}`,
    text: () => 'The event has changed. This is how it is now. Your answer stays as it is.',
  },
  restored: {
    subject: (title) => `It takes place after all: ${title}`,
    text: () => 'The event was cancelled, and now it takes place after all. Your answer stays as it is.',
  },
  cancelled: {
    subject: (title) => `Cancelled: ${title}`,
    text: () => 'The event does not take place. You need not do anything.',
  },
  removed: {
    subject: (title) => `Your answer was removed: ${title}`,
    text: () => 'The organizer removed your answer, so you have no place.',
  },
};

/** The wording that all kinds of RSVP mails share, by language. */
const SHARED_WORDINGS = {
  en: {
    greeting: 'Hello,',
    answer: 'Answer',
    show: 'Show or change your answer',
    change: 'You can change your answer by the link until the event begins. Do not forward the link.',
    notYou: 'If you did not request this, you can ignore this mail.',
    wordings: ENGLISH,
  },
  de: {
    greeting: 'Guten Tag,',
    answer: 'Antworten',
    show: 'Antwort ansehen oder ändern',
    change:
      'Über den Link können Sie Ihre Antwort bis zum Beginn des Termins ändern. Bitte leiten Sie ihn nicht weiter.',
    notYou: 'Falls Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren.',
    wordings: germanRsvpWordings,
  },
};

/** The wording of a mail about an answer to an event. */
export function rsvpMessage(language: MailLanguage, values: RsvpMailValues): MailMessage {
  const { kind, title, when, place, url } = values;
  const { greeting, answer, show, change, notYou, wordings } = SHARED_WORDINGS[language];
  const { subject, text } = wordings[kind];
  const isOver = kind === 'cancelled' || kind === 'removed';
  return {
    subject: subject(title),
    paragraphs: [greeting, text(values), [title, when[language], ...(place === null ? [] : [place])].join(' · ')],
    ...(!isOver && { button: { label: kind === 'link' ? answer : show, url } }),
    smallPrint: isOver ? [] : [change, ...(kind === 'link' ? [notYou] : [])],
  };
}
