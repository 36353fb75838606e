import { type ListedResponse } from './rsvp-lists.service';
import { type PageLanguage } from './page-language';

/** The texts of the pages for guests. */
export interface PageWording {
  state: (answer: ListedResponse) => string;
  yes: string;
  maybe: string;
  no: string;
  places: string;
  isClosed: string;
  isCancelled: string;
  hasBegun: string;
  /** The form by which guests ask for their link. */
  request: {
    left: (places: number, hasWaitingList: boolean) => string;
    help: string;
    name: string;
    email: string;
    send: string;
  };
  linkSent: { title: string; text: (email: string) => string };
  notSent: string;
  notFound: string;
  noRequest: string;
  notStored: string;
}

const ENGLISH: PageWording = {
  state: ({ name, state, partySize, position }) => {
    const places = partySize === 1 ? 'one place' : `${partySize} places`;
    switch (state) {
      case 'unanswered':
        return `Hello ${name}, do you come?`;
      case 'attending':
        return `${name}, you come, with ${places}.`;
      case 'waiting':
        return `${name}, you wait for ${places}, as number ${position ?? 1} of the waiting list.`;
      case 'maybe':
        return `${name}, you may come. This holds no place.`;
      case 'declined':
        return `${name}, you do not come.`;
    }
  },
  yes: 'Yes, I come',
  maybe: 'Maybe',
  no: 'No',
  places: 'Places, yours included',
  isClosed: 'The event takes no more answers.',
  isCancelled: 'The event does not take place.',
  hasBegun: 'The event has begun.',
  request: {
    left: (places, hasWaitingList) => {
      if (places === 0) return `No places are left.${hasWaitingList ? ' You can wait for one.' : ''}`;
      return places === 1 ? 'One place is left.' : `${places} places are left.`;
    },
    help: 'You get a mail with a link, by which you answer and can change your answer later.',
    name: 'Name',
    email: 'E-mail address',
    send: 'Send the link',
  },
  linkSent: { title: 'Please read your mail', text: (email) => `A link was sent to ${email}. Answer by it.` },
  notSent: 'The link was not sent',
  notFound: 'There is no such answer',
  noRequest: 'The event takes no answers',
  notStored: 'The answer was not stored',
};

const GERMAN: PageWording = {
  state: ({ name, state, partySize, position }) => {
    const places = partySize === 1 ? 'einen Platz' : `${partySize} Plätze`;
    switch (state) {
      case 'unanswered':
        return `Guten Tag, ${name}. Kommen Sie?`;
      case 'attending':
        return `${name}, Sie kommen und haben ${places}.`;
      case 'waiting':
        return `${name}, Sie warten auf ${places}, an Stelle ${position ?? 1} der Warteliste.`;
      case 'maybe':
        return `${name}, Sie kommen vielleicht. Das hält keinen Platz frei.`;
      case 'declined':
        return `${name}, Sie kommen nicht.`;
    }
  },
  yes: 'Ja, ich komme',
  maybe: 'Vielleicht',
  no: 'Nein',
  places: 'Plätze, Ihrer mitgezählt',
  isClosed: 'Der Termin nimmt keine Antworten mehr an.',
  isCancelled: 'Der Termin findet nicht statt.',
  hasBegun: 'Der Termin hat begonnen.',
  request: {
    left: (places, hasWaitingList) => {
      if (places === 0) return `Es ist kein Platz frei.${hasWaitingList ? ' Sie können auf einen warten.' : ''}`;
      return places === 1 ? 'Ein Platz ist frei.' : `${places} Plätze sind frei.`;
    },
    help: 'Sie erhalten eine E-Mail mit einem Link. Über ihn antworten Sie und können Ihre Antwort später ändern.',
    name: 'Name',
    email: 'E-Mail-Adresse',
    send: 'Link senden',
  },
  linkSent: {
    title: 'Bitte lesen Sie Ihre E-Mail',
    text: (email) => `Wir haben einen Link an ${email} gesendet. Antworten Sie über ihn.`,
  },
  notSent: 'Der Link wurde nicht gesendet',
  notFound: 'Diese Antwort gibt es nicht',
  noRequest: 'Der Termin nimmt keine Antworten an',
  notStored: 'Die Antwort wurde nicht gespeichert',
};

export const PAGE_WORDINGS: Record<PageLanguage, PageWording> = { en: ENGLISH, de: GERMAN };
