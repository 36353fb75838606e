import { oneOf, textIn } from '../../app/search.ts';
import { RSVP_STATES } from './responses/states.ts';

/** The search parameters of the screen of an event. */
export interface EventSearch {
  /** The id of the occurrence whose answers are shown. */
  occurrence?: string;
  /** The state by which the answers are filtered. */
  answer?: (typeof RSVP_STATES)[number];
}

/** Reads the search parameters of the screen of an event. Invalid values become undefined. */
export function parseEventSearch(search: Record<string, unknown>): EventSearch {
  return { occurrence: textIn(search, 'occurrence'), answer: oneOf(search, 'answer', RSVP_STATES) };
}
