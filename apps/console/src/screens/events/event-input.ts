import type { CreateEventInput, EventTimeInput } from '@almanac/client';
import { instantOf, midnightOf } from '../../time/zoned-time.ts';
import { addDays } from '../calendar/plain-date.ts';
import type { EventFormValues, LocalTimes } from './form-model.ts';
import { moveRecurrence } from './move-recurrence.ts';
import { recurrenceText } from './recurrence-lines.ts';

/** The local times as instants in RFC 3339 in UTC; the end is exclusive. @throws RangeError while a date or time is incomplete */
export function instantsOf({ isAllDay, startDay, startTime, endDay, endTime, timeZone }: LocalTimes) {
  return isAllDay
    ? { start: midnightOf(startDay, timeZone), end: midnightOf(addDays(endDay, 1), timeZone) }
    : { start: instantOf(`${startDay}T${startTime}`, timeZone), end: instantOf(`${endDay}T${endTime}`, timeZone) };
}

/** The values of the form that determine the time and the recurrence of an event. */
type TimeValues = LocalTimes & Pick<EventFormValues, 'recurrence'>;

/** The times and the recurrence as input of the calendar API. @throws RangeError while a date or time is incomplete */
function timeOf(form: TimeValues): EventTimeInput {
  const { timeZone, startDay, recurrence } = form;
  return { timeZone, ...instantsOf(form), recurrence: recurrenceText(recurrence, startDay, timeZone) };
}

/** The times and the recurrence as input of the calendar API; undefined while a date or time is incomplete. */
export function tryTimeOf(form: TimeValues): EventTimeInput | undefined {
  try {
    return timeOf(form);
  } catch {
    return undefined;
  }
}

/** The form as input of the calendar API. @throws RangeError while a date or time is incomplete */
export function inputOf(form: EventFormValues): CreateEventInput {
  return {
    // `storedTime` is undefined for a new event, and after a change of the times or the rule. After a change of the times, the form loads
    // the code of `moveRecurrence`, and moves the recurrence. If the user saves before that, it is moved here; if it is already moved,
    // nothing changes.
    time: form.storedTime ?? timeOf(moveRecurrence(form)),
    info: form.info.map(({ description, ...entry }) => ({ ...entry, description: description.trim() || null })),
    location: { name: form.locationName.trim() || null, address: form.locationAddress.trim() || null },
    meta: { tags: form.categories },
    status: form.status,
  };
}
