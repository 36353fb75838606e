import { type SeedEvent, seedEvents } from './content/events';

const CREATE = `mutation Create($input: CreateEventInput!) { createEvent(input: $input) { id } }`;
const SET_RSVP = `mutation SetRsvp($input: SetRsvpInput!) { setRsvp(input: $input) { eventId } }`;

function inputOf(event: SeedEvent): object {
  const { title, description, language, timeZone, start, end, recurrence, tags, place, status } = event;
  return {
    time: { timeZone, start, end, recurrence },
    info: [{ language, title, description }],
    location: { name: place },
    meta: { tags },
    status: status ?? 'confirmed',
  };
}

async function graphql<Data>(calendarUrl: string, hash: string, body: object): Promise<Data> {
  const response = await fetch(`${calendarUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${hash}` },
    body: JSON.stringify(body),
  });
  const result = (await response.json()) as { data: Data; errors?: { message: string }[] };
  if (result.errors)
    throw new Error(`The calendar responded with errors: ${result.errors.map(({ message }) => message).join('; ')}`);
  return result.data;
}

/**
 * Creates the sample events through the GraphQL API, unless the calendar has an event.
 * @param options `calendarUrl`: the origin of the calendar; `hash`: the bearer token of a session of the user who will own the events
 * @returns the number of created events
 */
export async function seedCalendar({ calendarUrl, hash }: { calendarUrl: string; hash: string }): Promise<number> {
  const request = <Data>(query: string, input?: object) =>
    graphql<Data>(calendarUrl, hash, { query, variables: { input } });
  const existing = await request<{ events: object[] }>('{ events(filter: { limit: 1 }) { id } }');
  if (existing.events.length > 0) return 0;
  for (const event of seedEvents) {
    const { createEvent } = await request<{ createEvent: { id: string } }>(CREATE, inputOf(event));
    if (event.places) await request(SET_RSVP, { eventId: createEvent.id, capacity: event.places, maxPartySize: 4 });
  }
  return seedEvents.length;
}
