import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { withCalendar } from '../../api/calendar.ts';
import { byNextStart } from './next-start.ts';
import type { EventsSearch } from './events-search.ts';

const LARGEST_PAGE = 1_000;

/**
 * Events that go on or are to come, or those that are over. Without words, in the order of their next occurrence, or of their start
 * when they are over, the latest first.
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
          if (!q) return calendar.eventDetailsList({ ...filter, ...window, limit: LARGEST_PAGE }, { signal });
          return (await calendar.searchEvents({ text: q, ...filter, ...window, first: 100 }, { signal })).nodes;
        };
        if (when === 'upcoming') return q ? list({ from: now }) : byNextStart(await list({ from: now }), now);
        const [begun, present] = await Promise.all([list({ to: now }), list({ from: now })]);
        const isPresent = new Set(present.map(({ event }) => event.id));
        const past = begun.filter(({ event }) => !isPresent.has(event.id));
        return q ? past : past.reverse();
      }),
  });
