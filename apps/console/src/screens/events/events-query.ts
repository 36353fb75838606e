import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { withCalendar } from '../../api/calendar.ts';
import { byNextStart } from './next-start.ts';
import type { EventsSearch } from './events-search.ts';

const MAX_PAGE_SIZE = 1_000;

/**
 * Upcoming events, including those that take place now, or past events. Without a search text, upcoming events are in the order
 * of their next occurrence, and past events in the order of their start, the latest first.
 */
export const eventsQuery = ({ q, when = 'upcoming', category, mine }: EventsSearch, userId: string | undefined) =>
  queryOptions({
    queryKey: ['events', 'list', q, when, category, mine && userId],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      withCalendar(async (calendar) => {
        const now = `${new Date().toISOString().slice(0, 19)}Z`;
        const filter = { categories: category ? [category] : undefined, owner: mine ? userId : undefined };
        const list = async (window: { from?: string; to?: string }) => {
          if (!q) return calendar.eventDetailsList({ ...filter, ...window, limit: MAX_PAGE_SIZE }, { signal });
          return (await calendar.searchEvents({ text: q, ...filter, ...window, first: 100 }, { signal })).nodes;
        };
        if (when === 'upcoming') return q ? list({ from: now }) : byNextStart(await list({ from: now }), now);
        const [started, unfinished] = await Promise.all([list({ to: now }), list({ from: now })]);
        const unfinishedIds = new Set(unfinished.map(({ event }) => event.id));
        const past = started.filter(({ event }) => !unfinishedIds.has(event.id));
        return q ? past : past.reverse();
      }),
  });
