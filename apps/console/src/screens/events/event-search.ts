import { oneOf, textIn } from '../../app/search.ts';
import { RSVP_STATES } from './responses/states.ts';

/** Reads the address of an event: the occurrence whose answers are shown, and the state that these have. */
export function parseEventSearch(search: Record<string, unknown>) {
  const [occurrence, answer] = [textIn(search, 'occurrence'), oneOf(search, 'answer', RSVP_STATES)];
  return { ...(occurrence && { occurrence }), ...(answer && { answer }) };
}

/** What the address of an event says about its answers. */
export type EventSearch = ReturnType<typeof parseEventSearch>;
