import type { CalendarClient, ListedEvent } from '@almanac/client';
import { queryOptions } from '@tanstack/react-query';
import { withCalendar } from '../../api/calendar.ts';
import { KEEP_PREVIOUS_RESULT } from '../../api/query-client.ts';
import { calendarAccountQuery } from '../calendar/calendar-queries.ts';
import { byNextStart } from './next-start.ts';
import type { EventListSearch } from './event-list-search.ts';

/** The limits of a request without and with a search text. Events beyond the limit are not listed. */
const MAX_EVENTS = 1_000;
const MAX_FOUND_EVENTS = 100;

/**
 * Upcoming events, including those that take place now, or past events. Without a search text, upcoming events are in the order of
 * their next occurrence, and past events in the order of their start, the latest first. With a search text, the server decides the
 * order. The query ignores the status: the screen filters by it.
 */
export const eventListQuery = ({ q, when = 'upcoming', category, mine }: EventListSearch) =>
  queryOptions({
    queryKey: ['events', 'list', q, when, category, mine],
    ...KEEP_PREVIOUS_RESULT,
    queryFn: async ({ signal, client }) => {
      const owner = mine ? (await client.ensureQueryData(calendarAccountQuery)).id : undefined;
      const filter = { q, categories: category ? [category] : undefined, owner };
      return withCalendar((calendar) =>
        when === 'upcoming' ? listUpcoming(calendar, filter, signal) : listPast(calendar, filter, signal),
      );
    },
  });

interface Filter {
  q: string | undefined;
  categories: string[] | undefined;
  owner: string | undefined;
}

/** The current time in whole seconds, RFC 3339 in UTC. */
const currentSecond = (): string => `${new Date().toISOString().slice(0, 19)}Z`;

async function listUpcoming(calendar: CalendarClient, filter: Filter, signal: AbortSignal): Promise<ListedEvent[]> {
  const now = currentSecond();
  const events = await listEvents(calendar, filter, { from: now, signal });
  return filter.q ? events : byNextStart(events, now);
}

/** Events with an occurrence that started before now, and without one that ends after now. */
async function listPast(calendar: CalendarClient, filter: Filter, signal: AbortSignal): Promise<ListedEvent[]> {
  const now = currentSecond();
  const [started, unfinished] = await Promise.all([
    listEvents(calendar, filter, { to: now, latestFirst: true, signal }),
    // For a cancelled event, `nextOccurrences` is always empty. This request finds the cancelled events that are not past.
    listEvents(calendar, filter, { from: now, signal }),
  ]);
  const unfinishedIds = new Set(unfinished.map(({ event }) => event.id));
  return started.filter(({ event, nextOccurrences }) => nextOccurrences.length === 0 && !unfinishedIds.has(event.id));
}

interface ListOptions {
  /** RFC 3339. */
  from?: string;
  /** RFC 3339. */
  to?: string;
  /** Whether the latest events come first, and the earliest are left out if there are too many. Ignored with a search text. */
  latestFirst?: boolean;
  signal: AbortSignal;
}

/** Events with an occurrence that ends after `from` and starts before `to`. */
async function listEvents(
  calendar: CalendarClient,
  { q, ...filter }: Filter,
  { latestFirst, signal, ...period }: ListOptions,
): Promise<ListedEvent[]> {
  if (!q) return calendar.eventDetailsList({ ...filter, ...period, limit: MAX_EVENTS }, { latestFirst, signal });
  return (await calendar.searchEvents({ text: q, ...filter, ...period, first: MAX_FOUND_EVENTS }, { signal })).nodes;
}
