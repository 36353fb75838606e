import type { CreateEventInput, EventTimeInput } from '@almanac/client';
import { instantOf, midnightOf } from '../../time/zoned-time.ts';
import { addDays } from '../calendar/plain-date.ts';
import type { EventFormValues, LocalTimes } from './form-model.ts';
import { moveRecurrence } from './move-recurrence.ts';
import { recurrenceText } from './recurrence-lines.ts';

/** The local times as instants in UTC; the end is exclusive. @throws RangeError for dates and times that are incomplete */
export function instantsOf({ isAllDay, startDay, startTime, endDay, endTime, timeZone }: LocalTimes) {
  return isAllDay
    ? { start: midnightOf(startDay, timeZone), end: midnightOf(addDays(endDay, 1), timeZone) }
    : { start: instantOf(`${startDay}T${startTime}`, timeZone), end: instantOf(`${endDay}T${endTime}`, timeZone) };
}

/** The values of the form from which `EventTimeInput` is made. */
type TimeValues = LocalTimes & Pick<EventFormValues, 'recurrence'>;

/** @throws RangeError for dates and times that are incomplete */
function timeOf(form: TimeValues): EventTimeInput {
  const { timeZone, startDay, recurrence } = form;
  return { timeZone, ...instantsOf(form), recurrence: recurrenceText(recurrence, startDay, timeZone) };
}

/** @returns undefined while a date or time is incomplete */
export function tryTimeOf(form: TimeValues): EventTimeInput | undefined {
  try {
    return timeOf(form);
  } catch {
    return undefined;
  }
}

/** The form as input of the calendar API. @throws RangeError for dates and times that are incomplete */
export function inputOf(form: EventFormValues): CreateEventInput {
  return {
    // The form moves the recurrence after it has loaded the code of `moveRecurrence`. The user may have saved before that.
    time: form.storedTime ?? timeOf(moveRecurrence(form)),
    info: form.info.map(({ description, ...entry }) => ({ ...entry, description: description.trim() || null })),
    location: { name: form.locationName.trim() || null, address: form.locationAddress.trim() || null },
    meta: { tags: form.categories },
    status: form.status,
  };
}
