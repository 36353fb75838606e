import { type CreateEventInput } from '../src/generated/schema-types';
import { type TestCalendar } from './calendar';

export const EVENT_FIELDS = `
  id status
  owner { id name email }
  info { language title description }
  time { timeZone start end recurrence exceptions }
  location { address name }
`;

/** A valid event; what is given replaces its parts. */
export function eventInput(parts: Partial<CreateEventInput> = {}): CreateEventInput {
  return {
    time: { timeZone: 'Europe/Berlin', start: '2026-03-02T09:00:00+01:00', end: '2026-03-02T10:00:00+01:00' },
    info: [{ language: 'en', title: 'An event' }],
    location: {},
    meta: { tags: [] },
    status: 'confirmed',
    ...parts,
  };
}

/** Creates an event and returns its id. */
export async function addEvent(
  calendar: TestCalendar,
  hash: string,
  parts: Partial<CreateEventInput> = {},
): Promise<string> {
  const { createEvent } = await calendar.ask<{ createEvent: { id: string } }>(
    'mutation ($input: CreateEventInput!) { createEvent(input: $input) { id } }',
    { input: eventInput(parts) },
    { hash },
  );
  return createEvent.id;
}
