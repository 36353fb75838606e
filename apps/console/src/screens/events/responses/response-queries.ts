import type { RsvpState, SetRsvpInput } from '@almanac/client';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { withCalendar } from '../../../api/calendar.ts';
import { KEEP_PREVIOUS_RESULT } from '../../../api/query-client.ts';

const PAGE_SIZE = 50;
/** The keys of all queries for answers begin with these parts. */
const RESPONSES_KEY = ['events', 'answers'];

/** The settings for the answers to an event; null if its owner has never let it take answers. */
export const rsvpSettingsQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...RESPONSES_KEY, 'settings', eventId],
    queryFn: ({ signal }) => withCalendar((calendar) => calendar.rsvpSettings(eventId, { signal })),
  });

/** The occurrences that have answers or mailed links, the latest first, 200 at most. */
export const answeredOccurrencesQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...RESPONSES_KEY, 'occurrences', eventId],
    queryFn: ({ signal }) => withCalendar((calendar) => calendar.answeredOccurrences(eventId, { signal })),
  });

/**
 * The taken and free places of an occurrence, and the URL of its page for guests. Null if the owner of its event has never let it take
 * answers.
 */
export const rsvpQuery = (occurrenceId: string) =>
  queryOptions({
    queryKey: [...RESPONSES_KEY, 'places', occurrenceId],
    queryFn: ({ signal }) => withCalendar((calendar) => calendar.rsvp(occurrenceId, { signal })),
  });

/** The answers to an occurrence, page by page. @param state undefined for the answers of all states */
export const responsesQuery = (occurrenceId: string, state: RsvpState | undefined) =>
  infiniteQueryOptions({
    queryKey: [...RESPONSES_KEY, 'list', occurrenceId, state],
    initialPageParam: null as string | null,
    ...KEEP_PREVIOUS_RESULT,
    queryFn: ({ pageParam, signal }) =>
      withCalendar((calendar) =>
        calendar.rsvpResponses({ occurrenceId, state, first: PAGE_SIZE, after: pageParam }, { signal }),
      ),
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : undefined),
  });

function useRefreshResponses(): () => Promise<void> {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: RESPONSES_KEY });
}

/** Lets an event take answers, or changes the settings for its answers. */
export function useSetRsvp(eventId: string) {
  const refresh = useRefreshResponses();
  return useMutation({
    mutationFn: (change: Omit<SetRsvpInput, 'eventId'>) =>
      withCalendar((calendar) => calendar.setRsvp({ eventId, ...change })),
    onSuccess: refresh,
  });
}

/**
 * Removes an answer. The server then gives its places to the waiting list, unless the occurrence has begun or is cancelled.
 * @param onRemoved called before the queries are refetched
 */
export function useRemoveResponse(onRemoved: () => void) {
  const refresh = useRefreshResponses();
  return useMutation({
    mutationFn: (id: string) => withCalendar((calendar) => calendar.removeRsvpResponse(id)),
    onSuccess: onRemoved,
    onSettled: refresh,
  });
}
