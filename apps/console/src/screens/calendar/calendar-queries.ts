import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { admin } from '../../api/admin.ts';
import { readCalendarAccount, withCalendar } from '../../api/calendar.ts';
import { allOf, quoteNql } from '../../api/filter.ts';
import { KEEP_PREVIOUS_RESULT } from '../../api/query-client.ts';
import { useCurrentUser } from '../../api/session.ts';
import type { CalendarSearch } from './calendar-search.ts';
import { type CalendarItem, itemOfDated, itemOfOccurrence } from './items.ts';
import { addDays, type Day } from './plain-date.ts';

const MAX_PAGE_SIZE = 1_000;
const MAX_OCCURRENCES = 2_000;
/** The interval between two requests for overdue posts and pages. */
const OVERDUE_INTERVAL_MS = 60_000;
const MAX_OVERDUE = 20;

/** The days that a view shows. */
export interface Span {
  from: Day;
  /** Exclusive: the day after the last day. */
  to: Day;
}

/** The span as instants in UTC. It is one day longer on each side, because the days of the span can be in any time zone. */
const widenedSpan = ({ from, to }: Span): { from: string; to: string } => ({
  from: `${addDays(from, -1)}T00:00:00Z`,
  to: `${addDays(to, 1)}T00:00:00Z`,
});

/** The NQL filter for the author and the tag; undefined if the search parameters contain neither. */
function postFilterOf({ author, tag }: CalendarSearch): string | undefined {
  return allOf(author && `author:${quoteNql(author)}`, tag && `tag:${quoteNql(tag)}`);
}

const datedQuery = (span: Span, filter: string | undefined) =>
  queryOptions({
    queryKey: ['calendar', 'dated', span, filter],
    ...KEEP_PREVIOUS_RESULT,
    queryFn: ({ signal }) => admin.get('/dated/', { params: { query: { ...widenedSpan(span), filter } }, signal }),
  });

/** At most `MAX_OCCURRENCES` occurrences of the span. `isComplete` is false if there may be more. */
const occurrencesQuery = (span: Span, category: string | undefined) =>
  queryOptions({
    queryKey: ['calendar', 'occurrences', span, category],
    ...KEEP_PREVIOUS_RESULT,
    queryFn: ({ signal }) =>
      withCalendar(async (calendar) => {
        const filter = { ...widenedSpan(span), categories: category ? [category] : undefined };
        const nodes = [];
        for await (const node of calendar.occurrences(filter, { pageSize: MAX_PAGE_SIZE, signal })) {
          if (nodes.push(node) === MAX_OCCURRENCES) return { nodes, isComplete: false };
        }
        return { nodes, isComplete: true };
      }),
  });

/** The account of the signed-in user in the calendar API, which has accounts of its own. */
export const calendarAccountQuery = queryOptions({
  queryKey: ['calendar-account'],
  staleTime: Infinity,
  queryFn: ({ signal }) => readCalendarAccount({ signal }),
});

/**
 * At most `MAX_OVERDUE` posts and pages whose publication or unpublication is overdue. `isComplete` is false if there are more.
 */
export const overdueQuery = queryOptions({
  queryKey: ['calendar', 'overdue'],
  refetchInterval: OVERDUE_INTERVAL_MS,
  queryFn: async ({ signal }) => {
    const { dated, meta } = await admin.get('/dated/overdue/', { params: { query: { limit: MAX_OVERDUE } }, signal });
    return { dated, isComplete: meta.is_complete };
  },
});

/** The first parts of the keys of all queries that read items: for the calendar, the events, and the lists of posts and pages. */
const ITEM_KEYS: readonly unknown[] = ['calendar', 'events', 'posts', 'pages'];

/** @returns a function that invalidates all queries of items after a change, also those of other screens */
export function useRefreshItems(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => ITEM_KEYS.includes(name) });
}

/**
 * The items of the span that match the search parameters. While `isLoading` is true, they can be items of the previous span or search
 * parameters. `isComplete` is false if there are more items than the requests return. `errors` contains the errors of the requests for the
 * shown kinds; `retry` repeats the failed requests.
 */
export function useItems(span: Span, search: CalendarSearch) {
  const user = useCurrentUser();
  const isShown = (kind: string): boolean => !search.hide?.some((hidden) => hidden === kind);
  const isEventShown = isShown('event');
  const isDatedShown = isShown('post') || isShown('page') || isShown('newsletter');
  const dated = useQuery({ ...datedQuery(span, postFilterOf(search)), enabled: isDatedShown });
  const occurrences = useQuery({ ...occurrencesQuery(span, search.category), enabled: isEventShown });
  const account = useQuery({ ...calendarAccountQuery, enabled: isEventShown });
  // When a post or page becomes overdue, this result changes. `useMemo` then compares all items with the present time again.
  const { data: overdue } = useQuery(overdueQuery);
  // As a string, because `useMemo` would compare an array by reference.
  const hiddenKinds = search.hide?.join();
  // FullCalendar undoes an unsaved drop when it gets a new array. So the array stays the same until the data change.
  const items = useMemo<CalendarItem[]>(() => {
    const now = Date.now();
    return [
      ...(dated.data?.dated ?? []).map((entry) => itemOfDated(entry, user, now)),
      ...(occurrences.data?.nodes ?? []).map((node) => itemOfOccurrence(node, navigator.languages, account.data?.id)),
    ].filter(({ kind }) => !hiddenKinds?.split(',').includes(kind));
  }, [dated.data, occurrences.data, account.data, overdue, user, hiddenKinds]);
  return {
    items,
    // The disabled queries of hidden kinds still return their old results.
    isLoading:
      (isDatedShown && (dated.isLoading || dated.isPlaceholderData)) ||
      (isEventShown && (occurrences.isLoading || occurrences.isPlaceholderData)),
    isComplete:
      !(isDatedShown && dated.data?.meta.is_complete === false) &&
      !(isEventShown && occurrences.data?.isComplete === false),
    errors: [isDatedShown && dated.error, isEventShown && (occurrences.error ?? account.error)].filter(Boolean),
    retry: (): void => {
      for (const { error, refetch } of [dated, occurrences, account]) if (error) void refetch();
    },
  };
}
