import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { withCalendar } from '../../api/calendar.ts';
import { byNextStart } from './next-start.ts';
import type { EventListSearch } from './event-list-search.ts';

const MAX_EVENTS = 1_000;
const MAX_FOUND_EVENTS = 100;

/**
 * Upcoming events, including those that take place now, or past events. Without a search text, upcoming events are in the order
 * of their next occurrence, and past events in the order of their start, the latest first. With a search text, the server decides the order.
 * @param userId the user's account in the calendar API, whose events `mine` selects
 */
export const eventListQuery = ({ q, when = 'upcoming', category, mine }: EventListSearch, userId: string | undefined) =>
  queryOptions({
    queryKey: ['events', 'list', q, when, category, mine && userId],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      withCalendar(async (calendar) => {
        const now = `${new Date().toISOString().slice(0, 19)}Z`;
        const filter = { categories: category ? [category] : undefined, owner: mine ? userId : undefined };
        // Events with an occurrence that ends after `from` and starts before `to`.
        const list = async (window: { from?: string; to?: string }) => {
          if (!q) return calendar.eventDetailsList({ ...filter, ...window, limit: MAX_EVENTS }, { signal });
          const search = { text: q, ...filter, ...window, first: MAX_FOUND_EVENTS };
          return (await calendar.searchEvents(search, { signal })).nodes;
        };
        if (when === 'upcoming') return q ? list({ from: now }) : byNextStart(await list({ from: now }), now);
        // A past event has started and has no occurrence that ends later than now.
        const [started, unfinished] = await Promise.all([list({ to: now }), list({ from: now })]);
        const unfinishedIds = new Set(unfinished.map(({ event }) => event.id));
        const past = started.filter(({ event }) => !unfinishedIds.has(event.id));
        return q ? past : past.reverse();
      }),
  });
