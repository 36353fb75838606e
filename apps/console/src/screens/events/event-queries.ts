import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { withCalendar } from '../../api/calendar.ts';
import type { EventForm } from './form-model.ts';

/** Loaded with its first use: it needs the library for times in zones. */
const eventInput = () => import('./event-input.ts');

const NEXT_OCCURRENCES = 10;

/** An event with its changed and next occurrences; null when there is none. */
export const eventQuery = (id: string) =>
  queryOptions({
    queryKey: ['events', 'one', id],
    queryFn: ({ signal }) => withCalendar((calendar) => calendar.eventDetails(id, { first: NEXT_OCCURRENCES, signal })),
  });

/** The first occurrences that an event of this form would have; none while a date or time is incomplete. */
export const previewQuery = ({ storedTime, ...values }: EventForm) => {
  const { isAllDay, startDay, startTime, endDay, endTime, timeZone, recurrence } = values;
  const form = { isAllDay, startDay, startTime, endDay, endTime, timeZone, recurrence };
  return queryOptions({
    queryKey: ['events', 'preview', form],
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const time = storedTime ?? (await eventInput()).tryTimeOf(form);
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
    mutationFn: async (form: EventForm) => {
      const input = (await eventInput()).inputOf(form);
      return withCalendar((calendar) => {
        if (id === undefined) return calendar.createEvent(input);
        const info = input.info.filter((entry) => entry !== null && entry !== undefined);
        return calendar.updateEvent({ ...input, id, info });
      });
    },
    onSuccess: refresh,
  });
}
