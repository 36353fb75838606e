import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { withCalendar } from '../../api/calendar.ts';
import { KEEP_PREVIOUS_RESULT } from '../../api/query-client.ts';
import type { EventFormValues } from './form-model.ts';

/** The Temporal polyfill is large, so the module that imports it loads when it is first needed. */
const loadEventInput = () => import('./event-input.ts');

/** The maximum number of next occurrences that the screen of an event shows. */
const NEXT_OCCURRENCES = 10;

/** The maximum number of overrides that the screen of an event shows before the user requests all. */
export const SHOWN_OVERRIDES = 100;

/** The largest number of overrides of a series. */
const MAX_OVERRIDES = 1_000;

/**
 * An event with its next occurrences and its first overrides; null when the event does not exist. The query requests one more override
 * than the screen shows. If the response contains the additional override, the screen offers to show all.
 */
export const eventQuery = (id: string) =>
  queryOptions({
    queryKey: ['events', 'one', id],
    queryFn: ({ signal }) =>
      withCalendar((calendar) =>
        calendar.eventDetails(id, { first: NEXT_OCCURRENCES, overrides: SHOWN_OVERRIDES + 1, signal }),
      ),
  });

/** All overrides of an event. */
export const allOverridesQuery = (id: string) =>
  queryOptions({
    queryKey: ['events', 'overrides', id],
    queryFn: async ({ signal }) => {
      // The response also contains next occurrences, which are not used here. 1 is the lowest number that the API accepts.
      const options = { first: 1, overrides: MAX_OVERRIDES, signal };
      return (await withCalendar((calendar) => calendar.eventDetails(id, options)))?.overrides ?? [];
    },
  });

/** The first occurrences that an event with these form values would have; empty while a date or time is incomplete. */
export const previewQuery = ({ storedTime, ...values }: EventFormValues) => {
  const { isAllDay, startDay, startTime, endDay, endTime, timeZone, recurrence } = values;
  // Only these values change the occurrences; `storedTime` is the same time, as it is stored. With the other values in the key, each typed
  // letter of a title would send a request.
  const timeValues = { isAllDay, startDay, startTime, endDay, endTime, timeZone, recurrence };
  return queryOptions({
    queryKey: ['events', 'preview', timeValues],
    ...KEEP_PREVIOUS_RESULT,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const time = storedTime ?? (await loadEventInput()).tryTimeOf(timeValues);
      return time ? withCalendar((calendar) => calendar.previewOccurrences(time, { signal })) : [];
    },
  });
};

/** @returns a function that invalidates all queries of events and of the calendar, so that the shown ones are refetched */
export function useRefreshEvents(): () => Promise<void> {
  const cache = useQueryClient();
  return async () => {
    await Promise.all([
      cache.invalidateQueries({ queryKey: ['events'] }),
      cache.invalidateQueries({ queryKey: ['calendar'] }),
    ]);
  };
}

/**
 * Saves the form of an event.
 * @param id undefined for a new event
 * @param onSaved called with the saved values, before the queries are refetched
 */
export function useSaveEvent(id: string | undefined, onSaved: (saved: EventFormValues) => void) {
  const refresh = useRefreshEvents();
  return useMutation({
    mutationFn: (form: EventFormValues) =>
      withCalendar(async (calendar) => (await import('./save-event.ts')).saveEvent(calendar, id, form)),
    onSuccess: async (_event, form) => {
      onSaved(form);
      await refresh();
    },
  });
}
