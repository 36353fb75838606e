import { textIn } from '../../app/search.ts';

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

/** Reads the search parameters of the list of events. Unknown parameters, and unknown values of `when` and `mine`, are left out. */
export function parseEventListSearch(search: Record<string, unknown>): EventListSearch {
  const text = (key: string): string | undefined => textIn(search, key)?.slice(0, MAX_LENGTH);
  const [q, category, status] = [text('q'), text('category'), text('status')];
  return {
    ...(q && { q }),
    ...(search['when'] === 'past' && { when: 'past' as const }),
    ...(category && { category }),
    ...(status && { status }),
    ...(search['mine'] === true && { mine: true }),
  };
}
