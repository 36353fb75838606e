import { type PageLanguage } from '../rsvp/page-language';

/** The texts of the sign-in page, in one language. */
interface SignInWording {
  title: string;
  heading: string;
  button: string;
  /** The label of the field that shows the token of the session. It is HTML, because a part of it is code. */
  sessionHtml: string;
  /** For browsers without JavaScript, as HTML. */
  noScriptHtml: string;
  /** The texts of the paragraph that shows the state of the sign-in. */
  states: {
    /** Before the user signs in. */
    ready: string;
    /** The fragment of the URL is missing. */
    incomplete: string;
    /** `{name}` stands for the name of the user. */
    welcome: string;
    /** The link was used before, and its session has ended. */
    ended: string;
    /** The link is unknown, or it has expired. */
    invalid: string;
    /** A rate limit refused the request. */
    tooManyRequests: string;
    /** For any other failure. */
    failed: string;
  };
}

const ENGLISH: SignInWording = {
  title: 'Sign in to the calendar',
  heading: 'Almanac calendar',
  button: 'Sign in',
  sessionHtml: 'Your session, for the header <code>Authorization: Bearer …</code>',
  noScriptHtml:
    'Signing in needs JavaScript; or send the hash at the end of the link to the <code>signin</code> mutation.',
  states: {
    ready: 'This link signs you in.',
    incomplete: 'This page needs the whole link from the mail.',
    welcome: 'Welcome, {name}. You are signed in.',
    ended: 'The session of this link has ended. Request a new link.',
    invalid: 'This link is not valid, or no longer valid.',
    tooManyRequests: 'There were too many requests. Please try again later.',
    failed: 'The calendar could not sign you in. Please try again.',
  },
};

const GERMAN: SignInWording = {
  title: 'Beim Kalender anmelden',
  heading: 'Almanac-Kalender',
  button: 'Anmelden',
  sessionHtml: 'Ihre Sitzung, für den Header <code>Authorization: Bearer …</code>',
  noScriptHtml:
    'Die Anmeldung braucht JavaScript. Oder senden Sie den Hash am Ende des Links an die Mutation <code>signin</code>.',
  states: {
    ready: 'Dieser Link meldet Sie an.',
    incomplete: 'Diese Seite braucht den vollständigen Link aus der E-Mail.',
    welcome: 'Willkommen, {name}. Sie sind angemeldet.',
    ended: 'Die Sitzung dieses Links ist beendet. Bitte fordern Sie einen neuen Link an.',
    invalid: 'Dieser Link ist nicht gültig oder nicht mehr gültig.',
    tooManyRequests: 'Das waren zu viele Anfragen. Bitte versuchen Sie es später noch einmal.',
    failed: 'Der Kalender konnte Sie nicht anmelden. Bitte versuchen Sie es noch einmal.',
  },
};

/** The texts of the sign-in page by language. */
export const SIGN_IN_WORDINGS: Record<PageLanguage, SignInWording> = { en: ENGLISH, de: GERMAN };
