import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { admin } from '../../api/admin.ts';
import { withCalendar } from '../../api/calendar.ts';
import { allOf, quoted } from '../../api/filter.ts';
import { useCurrentUser } from '../../api/session.ts';
import type { CalendarSearch } from './calendar-search.ts';
import { type CalendarItem, itemOfDated, itemOfOccurrence } from './items.ts';
import { addDays, type Day } from './plain-date.ts';

const LARGEST_PAGE = 1_000;
const MOST_OCCURRENCES = 2_000;
const OVERDUE_INTERVAL_MS = 60_000;

export interface Span {
  from: Day;
  /** The day after the last one. */
  to: Day;
}

/** The instants that are in the days of the span in any zone. */
const instantsOf = ({ from, to }: Span): { from: string; to: string } => ({
  from: `${addDays(from, -1)}T00:00:00Z`,
  to: `${addDays(to, 1)}T00:00:00Z`,
});

function filterOf({ author, tag }: CalendarSearch): string | undefined {
  return allOf(author && `author:${quoted(author)}`, tag && `tag:${quoted(tag)}`);
}

const datedQuery = (span: Span, filter: string | undefined) =>
  queryOptions({
    queryKey: ['calendar', 'dated', span, filter],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => admin.get('/dated/', { params: { query: { ...instantsOf(span), filter } }, signal }),
  });

const occurrencesQuery = (span: Span, category: string | undefined) =>
  queryOptions({
    queryKey: ['calendar', 'occurrences', span, category],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      withCalendar(async (calendar) => {
        const filter = { ...instantsOf(span), categories: category ? [category] : undefined };
        const nodes = [];
        for await (const node of calendar.occurrences(filter, { pageSize: LARGEST_PAGE, signal })) {
          if (nodes.push(node) === MOST_OCCURRENCES) return { nodes, isComplete: false };
        }
        return { nodes, isComplete: true };
      }),
  });

/** The account of the user at the calendar. */
export const calendarAccountQuery = queryOptions({
  queryKey: ['calendar-account'],
  staleTime: Infinity,
  queryFn: ({ signal }) => withCalendar((calendar) => calendar.me({ signal })),
});

/** Posts and pages that were due and are not done. */
export const overdueQuery = queryOptions({
  queryKey: ['calendar', 'overdue'],
  refetchInterval: OVERDUE_INTERVAL_MS,
  queryFn: async ({ signal }) =>
    (await admin.get('/dated/overdue/', { params: { query: { limit: 20 } }, signal })).dated,
});

/** Everything with a date in the days of the span that the search does not hide. */
export function useItems(span: Span, search: CalendarSearch) {
  const user = useCurrentUser();
  const shown = (kind: string): boolean => !search.hide?.some((hidden) => hidden === kind);
  const isEventShown = shown('event');
  const hidden = search.hide?.join();
  const dated = useQuery({
    ...datedQuery(span, filterOf(search)),
    enabled: shown('post') || shown('page') || shown('newsletter'),
  });
  const occurrences = useQuery({ ...occurrencesQuery(span, search.category), enabled: isEventShown });
  const account = useQuery({ ...calendarAccountQuery, enabled: isEventShown });
  // A grid undoes a drop when it gets a new array, so it is the same one until the data change.
  const items = useMemo<CalendarItem[]>(() => {
    const now = Date.now();
    return [
      ...(dated.data?.dated ?? []).map((entry) => itemOfDated(entry, user, now)),
      ...(occurrences.data?.nodes ?? []).map((node) => itemOfOccurrence(node, navigator.languages, account.data?.id)),
    ].filter(({ kind }) => !hidden?.split(',').includes(kind));
  }, [dated.data, occurrences.data, account.data, user, hidden]);
  return {
    items,
    isLoading: dated.isLoading || occurrences.isLoading,
    isComplete: (dated.data?.meta.is_complete ?? true) && (occurrences.data?.isComplete ?? true),
    errors: [dated, occurrences].filter(({ error }) => error),
  };
}
