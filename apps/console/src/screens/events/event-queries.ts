import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { withCalendar } from '../../api/calendar.ts';
import type { EventFormValues } from './form-model.ts';

/** Loads with the first use, because it imports Temporal, which is large. */
const loadEventInput = () => import('./event-input.ts');

const NEXT_OCCURRENCES = 10;

/** An event with its overrides and its next occurrences; null when the event does not exist. */
export const eventQuery = (id: string) =>
  queryOptions({
    queryKey: ['events', 'one', id],
    queryFn: ({ signal }) => withCalendar((calendar) => calendar.eventDetails(id, { first: NEXT_OCCURRENCES, signal })),
  });

/** The first occurrences that an event with these form values would have; empty while a date or time is incomplete. */
export const previewQuery = ({ storedTime, ...values }: EventFormValues) => {
  const { isAllDay, startDay, startTime, endDay, endTime, timeZone, recurrence } = values;
  const form = { isAllDay, startDay, startTime, endDay, endTime, timeZone, recurrence };
  return queryOptions({
    queryKey: ['events', 'preview', form],
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const time = storedTime ?? (await loadEventInput()).tryTimeOf(form);
      return time ? withCalendar((calendar) => calendar.previewOccurrences(time, { signal })) : [];
    },
  });
};

/** Refreshes all queries of events. */
export function useRefreshEvents(): () => Promise<void> {
  const cache = useQueryClient();
  return async () => {
    await Promise.all([
      cache.invalidateQueries({ queryKey: ['events'] }),
      cache.invalidateQueries({ queryKey: ['calendar'] }),
    ]);
  };
}

/** Creates an event, or changes one. */
export function useSaveEvent(id: string | undefined) {
  const refresh = useRefreshEvents();
  return useMutation({
    mutationFn: async (form: EventFormValues) => {
      const input = (await loadEventInput()).inputOf(form);
      return withCalendar((calendar) => {
        if (id === undefined) return calendar.createEvent(input);
        const info = input.info.filter((entry) => entry !== null && entry !== undefined);
        return calendar.updateEvent({ ...input, id, info });
      });
    },
    onSuccess: refresh,
  });
}
