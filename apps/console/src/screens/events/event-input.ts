import type { CreateEventInput, EventTimeInput } from '@almanac/client';
import { instantOf, midnightOf } from '../../time/zoned-time.ts';
import { addDays } from '../calendar/plain-date.ts';
import type { EventForm, LocalTimes } from './form-model.ts';
import { recurrenceText } from './recurrence-lines.ts';

/** The instants of local times, in UTC. @throws RangeError for dates and times that are incomplete */
export function instantsOf({ isAllDay, startDay, startTime, endDay, endTime, timeZone }: LocalTimes) {
  return isAllDay
    ? { start: midnightOf(startDay, timeZone), end: midnightOf(addDays(endDay, 1), timeZone) }
    : { start: instantOf(`${startDay}T${startTime}`, timeZone), end: instantOf(`${endDay}T${endTime}`, timeZone) };
}

type TimesOfForm = LocalTimes & Pick<EventForm, 'recurrence'>;

/** @throws RangeError for dates and times that are incomplete */
function timeOf(form: TimesOfForm): EventTimeInput {
  const { timeZone, startDay, recurrence } = form;
  return { timeZone, ...instantsOf(form), recurrence: recurrenceText(recurrence, startDay, timeZone) ?? '' };
}

/** @returns undefined while a date or time is incomplete */
export function tryTimeOf(form: TimesOfForm): EventTimeInput | undefined {
  try {
    return timeOf(form);
  } catch {
    return undefined;
  }
}

/** The input of the calendar for a form. @throws RangeError for dates and times that are incomplete */
export function inputOf(form: EventForm): CreateEventInput {
  return {
    time: form.storedTime ?? timeOf(form),
    info: form.info.map(({ description, ...entry }) => ({ ...entry, description: description.trim() || null })),
    location: { name: form.locationName.trim() || null, address: form.locationAddress.trim() || null },
    meta: { tags: form.categories },
    status: form.status,
  };
}
