import { type RsvpMailValues } from '@almanac/outbox';
import { type TestCalendar } from './calendar';

export const ANSWER = `mutation ($input: RsvpInput!) {
  respondToRsvp(input: $input) { id occurrenceId name email state partySize position }
}`;
export const SET = `mutation ($input: SetRsvpInput!) {
  setRsvp(input: $input) { eventId isOpen capacity maxPartySize hasWaitingList }
}`;
export const RSVP = `query ($id: ID!) {
  rsvp(occurrenceId: $id) {
    isOpen capacity maxPartySize hasWaitingList placesTaken placesLeft waiting url answer { state partySize position }
  }
}`;
export const LIST = `query ($id: ID!, $state: RsvpState, $first: Int, $after: String) {
  rsvpResponses(occurrenceId: $id, state: $state, first: $first, after: $after) {
    nodes { id name email state partySize position }
    pageInfo { endCursor hasNextPage }
    counts { attending attendingPlaces waiting waitingPlaces maybe declined unanswered }
  }
}`;

export const ANSWERED = `query ($eventId: ID!) {
  answeredOccurrences(eventId: $eventId) { occurrenceId start isCancelled counts { attending attendingPlaces declined unanswered } }
}`;

export interface GuestResponse {
  id: string;
  occurrenceId: string;
  name: string;
  email: string;
  state: string;
  partySize: number;
  position: number | null;
}

export interface ResponseList {
  nodes: GuestResponse[];
  pageInfo: { endCursor: string | null; hasNextPage: boolean };
  counts: Record<string, number>;
}

/** The mails about answers to an address, oldest first. */
export async function rsvpMails(calendar: TestCalendar, address: string): Promise<RsvpMailValues[]> {
  const mails = await calendar.mailsTo(address);
  return mails.flatMap((mail) => (mail.template === 'calendar-rsvp' ? [mail.values] : []));
}

/** Asks for a link by the form of a site, and returns the path of the mailed link. */
export async function requestLink(calendar: TestCalendar, occurrence: string, email: string): Promise<string> {
  const response = await sendForm(calendar, '/rsvp/links', { occurrence, email, name: 'A guest' });
  if (response.statusCode !== 200) throw new Error(`Refused: ${response.body}`);
  const mail = (await rsvpMails(calendar, email)).at(-1);
  return new URL(mail?.url ?? '').pathname;
}

/** Sends a form as browsers do. */
export function sendForm(calendar: TestCalendar, url: string, fields: Record<string, string>, language = 'en') {
  return calendar.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': language },
    payload: new URLSearchParams(fields).toString(),
  });
}
