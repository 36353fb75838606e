/** The search parameters of the list of events. */
export interface EventsSearch {
  /** The search text. */
  q?: string;
  when?: 'upcoming' | 'past';
  category?: string;
  status?: string;
  /** Only the events of the user. */
  mine?: boolean;
}

const text = (value: unknown): string | undefined => {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value.slice(0, 100) : undefined;
};

/** Reads the search parameters of the list of events; unknown values are left out. */
export function parseEventsSearch(search: Record<string, unknown>): EventsSearch {
  const [q, category, status] = [text(search['q']), text(search['category']), text(search['status'])];
  return {
    ...(q && { q }),
    ...(search['when'] === 'past' && { when: 'past' as const }),
    ...(category && { category }),
    ...(status && { status }),
    ...(search['mine'] === true && { mine: true }),
  };
}
