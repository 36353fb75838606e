import { oneOf, textIn } from '../../app/search.ts';

/** In characters; longer values are truncated. */
const MAX_LENGTH = 100;

/** The search parameters of the list of events. */
export interface EventListSearch {
  /** The search text. */
  q?: string;
  /** By default `upcoming`. */
  when?: 'upcoming' | 'past';
  category?: string;
  /** `confirmed`, `tentative` or `cancelled`. Other values are not rejected; no event has them, so the list is empty. */
  status?: string;
  /** Whether only the events that the user owns are listed. */
  mine?: boolean;
}

/** Reads the search parameters of the list of events. Unknown values of `when` and `mine` become undefined. */
export function parseEventListSearch(search: Record<string, unknown>): EventListSearch {
  const text = (key: string): string | undefined => textIn(search, key)?.slice(0, MAX_LENGTH);
  return {
    q: text('q'),
    when: oneOf(search, 'when', ['past'] as const),
    category: text('category'),
    status: text('status'),
    mine: search['mine'] === true ? true : undefined,
  };
}
