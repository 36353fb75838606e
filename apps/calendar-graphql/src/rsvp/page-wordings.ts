import { type ListedResponse } from './rsvp-lists.service';
import { type PageLanguage } from './page-language';

/** The texts of the pages for guests, in one language. */
export interface PageWording {
  /** The current answer of the guest. */
  state: (answer: ListedResponse) => string;
  /** The labels of the form: three buttons, and the field with the number of places. */
  yes: string;
  maybe: string;
  no: string;
  places: string;
  /** Why the occurrence takes no answers: `closed` by the owner, `cancelled` or `begun`. */
  closed: string;
  cancelled: string;
  begun: string;
  /** The form in which guests request their link. */
  request: {
    placesLeft: (places: number, hasWaitingList: boolean) => string;
    help: string;
    name: string;
    email: string;
    send: string;
  };
  linkSent: { title: string; text: (email: string) => string };
  /** The heading of a page about a failed request, and its text when there is no such answer or occurrence. */
  problems: Record<PageProblem, { title: string; notFoundText: string }>;
  /** The heading if an answer or occurrence may exist, but cannot be shown, e.g. because a rate limit refused the request. */
  pageNotShown: string;
  /** A rate limit refused the request. */
  tooManyRequests: string;
  /** The event has the maximum number of answers. */
  tooManyResponses: string;
  /** The answer has more places than the event allows for one answer. */
  tooManyPlaces: (max: number) => string;
  /** The answer has more places than the occurrence has left for the guest. */
  tooFewPlacesLeft: (left: number) => string;
  /** About a wrong value that the guest typed, by the name of the field. */
  wrongFields: Partial<Record<string, string>>;
  /** For any other failure, e.g. a wrong value of a field that the page fills in. */
  wrongInput: string;
}

/** What failed for a guest. Each value has its own page heading. */
export type PageProblem = 'linkNotSent' | 'answerNotFound' | 'requestPageNotFound' | 'answerNotStored';

const ENGLISH: PageWording = {
  state: ({ name, state, partySize, position }) => {
    const places = partySize === 1 ? 'one place' : `${partySize} places`;
    switch (state) {
      case 'unanswered':
        return `Hello ${name}, are you coming?`;
      case 'attending':
        return `${name}, you are coming, and have ${places}.`;
      case 'waiting':
        return `${name}, you are waiting for ${places}, at position ${position ?? 1} of the waiting list.`;
      case 'maybe':
        return `${name}, you may come. This does not hold a place.`;
      case 'declined':
        return `${name}, you are not coming.`;
    }
  },
  yes: 'Yes, I am coming',
  maybe: 'Maybe',
  no: 'No',
  places: 'Places, yours included',
  closed: 'The event takes no more answers.',
  cancelled: 'The event does not take place.',
  begun: 'The event has begun.',
  request: {
    placesLeft: (places, hasWaitingList) => {
      if (places === 0) return `No places are left.${hasWaitingList ? ' You can wait for one.' : ''}`;
      return places === 1 ? 'One place is left.' : `${places} places are left.`;
    },
    help: 'You get a mail with a link. Use it to answer, and to change your answer later.',
    name: 'Name',
    email: 'E-mail address',
    send: 'Send the link',
  },
  linkSent: { title: 'Please check your mail', text: (email) => `A link was sent to ${email}. Open it to answer.` },
  problems: {
    linkNotSent: {
      title: 'The link was not sent',
      notFoundText: 'There is no such occurrence, or it takes no answers.',
    },
    requestPageNotFound: {
      title: 'The event takes no answers',
      notFoundText: 'There is no such occurrence, or it takes no answers.',
    },
    answerNotFound: {
      title: 'There is no such answer',
      notFoundText: 'The link is not complete, or its answer was removed.',
    },
    answerNotStored: {
      title: 'The answer was not stored',
      notFoundText: 'The link is not complete, or its answer was removed.',
    },
  },
  pageNotShown: 'The page cannot be shown now',
  tooManyRequests: 'There were too many requests. Please try again later.',
  tooManyResponses: 'The event has too many answers.',
  tooManyPlaces: (max) => (max === 1 ? 'An answer has one place at most.' : `An answer has ${max} places at most.`),
  tooFewPlacesLeft: (left) => {
    if (left === 0) return 'There are no places left.';
    return left === 1 ? 'There is only one place left for you.' : `There are only ${left} places left for you.`;
  },
  wrongFields: {
    email: 'Please give a complete e-mail address.',
    name: 'Please give your name, on one line.',
    partySize: 'Please give a number of places from 1 to 100.',
  },
  wrongInput: 'The form is not complete. Please open its page again.',
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
  closed: 'Der Termin nimmt keine Antworten mehr an.',
  cancelled: 'Der Termin findet nicht statt.',
  begun: 'Der Termin hat begonnen.',
  request: {
    placesLeft: (places, hasWaitingList) => {
      if (places === 0) return `Es ist kein Platz frei.${hasWaitingList ? ' Sie können auf einen warten.' : ''}`;
      return places === 1 ? 'Ein Platz ist frei.' : `${places} Plätze sind frei.`;
    },
    help: 'Sie erhalten eine E-Mail mit einem Link. Mit ihm können Sie antworten und Ihre Antwort später ändern.',
    name: 'Name',
    email: 'E-Mail-Adresse',
    send: 'Link senden',
  },
  linkSent: {
    title: 'Bitte lesen Sie Ihre E-Mail',
    text: (email) => `Wir haben einen Link an ${email} gesendet. Öffnen Sie ihn, um zu antworten.`,
  },
  problems: {
    linkNotSent: {
      title: 'Der Link wurde nicht gesendet',
      notFoundText: 'Diesen Termin gibt es nicht, oder er nimmt keine Antworten an.',
    },
    requestPageNotFound: {
      title: 'Der Termin nimmt keine Antworten an',
      notFoundText: 'Diesen Termin gibt es nicht, oder er nimmt keine Antworten an.',
    },
    answerNotFound: {
      title: 'Diese Antwort gibt es nicht',
      notFoundText: 'Der Link ist nicht vollständig, oder die Antwort wurde entfernt.',
    },
    answerNotStored: {
      title: 'Die Antwort wurde nicht gespeichert',
      notFoundText: 'Der Link ist nicht vollständig, oder die Antwort wurde entfernt.',
    },
  },
  pageNotShown: 'Die Seite kann gerade nicht gezeigt werden',
  tooManyRequests: 'Das waren zu viele Anfragen. Bitte versuchen Sie es später noch einmal.',
  tooManyResponses: 'Der Termin hat zu viele Antworten.',
  tooManyPlaces: (max) =>
    max === 1 ? 'Eine Antwort hat höchstens einen Platz.' : `Eine Antwort hat höchstens ${max} Plätze.`,
  tooFewPlacesLeft: (left) => {
    if (left === 0) return 'Es ist kein Platz mehr frei.';
    return left === 1 ? 'Für Sie ist nur noch ein Platz frei.' : `Für Sie sind nur noch ${left} Plätze frei.`;
  },
  wrongFields: {
    email: 'Bitte geben Sie eine vollständige E-Mail-Adresse an.',
    name: 'Bitte geben Sie Ihren Namen in einer Zeile an.',
    partySize: 'Bitte geben Sie eine Zahl von 1 bis 100 Plätzen an.',
  },
  wrongInput: 'Das Formular ist nicht vollständig. Bitte öffnen Sie seine Seite noch einmal.',
};

/** The texts of the pages by language. */
export const PAGE_WORDINGS: Record<PageLanguage, PageWording> = { en: ENGLISH, de: GERMAN };
