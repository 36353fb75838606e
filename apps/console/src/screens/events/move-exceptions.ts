import { movedWithStart } from '../../time/zoned-time.ts';
import { isDay } from '../calendar/plain-date.ts';
import type { EventFormValues, LocalTimes } from './form-model.ts';

/** The start in the format of `datetime-local` fields. */
const localStartOf = ({ isAllDay, startDay, startTime }: LocalTimes): string =>
  `${startDay}T${isAllDay ? '00:00' : startTime}`;

const isComplete = ({ isAllDay, startDay, startTime }: LocalTimes): boolean =>
  isDay(startDay) && (isAllDay || /^\d\d:\d\d$/.test(startTime));

/**
 * Moves the exceptions of an event by the difference between the starts before and after a change of the form, in local time. So the
 * same occurrences of the series stay excluded. Nothing moves while the new start is incomplete.
 */
export function moveExceptions(form: EventFormValues): EventFormValues {
  const { recurrence, completeTimes, isAllDay, startDay, startTime, endDay, endTime, timeZone } = form;
  const times = { isAllDay, startDay, startTime, endDay, endTime, timeZone };
  if (!isComplete(times)) return form;
  const from = { start: localStartOf(completeTimes), timeZone: completeTimes.timeZone };
  const to = { start: localStartOf(times), timeZone };
  const exceptions = recurrence.exceptions.map((exception) =>
    movedWithStart(exception, from, to).replace(/[-:]/g, ''),
  );
  return { ...form, completeTimes: times, recurrence: { ...recurrence, exceptions } };
}
