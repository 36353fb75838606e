import { oneOf, textIn } from '../../app/search.ts';
import { RSVP_STATES } from './responses/states.ts';

/**
 * Reads the search parameters of the screen of an event. `occurrence` is the id of the occurrence whose answers are shown, `answer`
 * the state by which they are filtered.
 */
export function parseEventSearch(search: Record<string, unknown>) {
  const [occurrence, answer] = [textIn(search, 'occurrence'), oneOf(search, 'answer', RSVP_STATES)];
  return { ...(occurrence && { occurrence }), ...(answer && { answer }) };
}

/** The search parameters of the screen of an event. */
export type EventSearch = ReturnType<typeof parseEventSearch>;
