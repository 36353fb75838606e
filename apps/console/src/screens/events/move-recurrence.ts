import { moveWithStart } from '../../time/zoned-time.ts';
import { type Day, isDay } from '../calendar/plain-date.ts';
import type { EventFormValues, LocalTimes } from './form-model.ts';
import { ordinalOf, type Recurrence, type SimpleRule, weekdayOf } from './recurrence.ts';

/** The start in the format of `datetime-local` fields. */
const localStartOf = ({ isAllDay, startDay, startTime }: LocalTimes): string =>
  `${startDay}T${isAllDay ? '00:00' : startTime}`;

const isComplete = ({ isAllDay, startDay, startTime }: LocalTimes): boolean =>
  isDay(startDay) && (isAllDay || /^\d\d:\d\d$/.test(startTime));

/** If the only weekday of the rule is that of the old first day, the weekday of the new first day replaces it. */
function moveWeekday(rule: SimpleRule, from: Day, to: Day): SimpleRule {
  return rule.weekdays.join() === weekdayOf(from) ? { ...rule, weekdays: [weekdayOf(to)] } : rule;
}

/**
 * Whether the rule has occurrences on the same days after a change of the first day. Always false for an interval above 1, and for a custom
 * rule.
 */
export function keepsDays({ mode, simple }: Recurrence, from: Day, to: Day): boolean {
  if (mode !== 'simple' || simple.interval > 1) return false;
  const { frequency, weekdays, monthly } = simple;
  const isSame = (part: (day: Day) => string | number): boolean => part(from) === part(to);
  if (frequency === 'DAILY') return true;
  if (frequency === 'WEEKLY') return isSame(weekdayOf) || (weekdays.length > 0 && weekdays.join() !== weekdayOf(from));
  if (frequency === 'YEARLY') return isSame((day) => day.slice(5));
  return monthly === 'day' ? isSame((day) => day.slice(8)) : isSame(weekdayOf) && isSame(ordinalOf);
}

/**
 * Adapts the recurrence of a form after its times have changed. If the only weekday of the rule is that of the old first day, it becomes
 * that of the new one. The exceptions move by the difference between the old and the new start in local time, so that the same occurrences
 * stay excluded. If the occurrences keep their days, only the time of day of the exceptions moves. Returns the form unchanged while the new
 * start is incomplete.
 */
export function moveRecurrence(form: EventFormValues): EventFormValues {
  const { recurrence, completeTimes: old, isAllDay, startDay, startTime, endDay, endTime, timeZone } = form;
  const times = { isAllDay, startDay, startTime, endDay, endTime, timeZone };
  if (!isComplete(times)) return form;
  const from = { start: localStartOf(old), timeZone: old.timeZone };
  const movedDay = keepsDays(recurrence, old.startDay, startDay) ? old.startDay : startDay;
  const to = { start: localStartOf({ ...times, startDay: movedDay }), timeZone };
  const move = (exception: string): string => moveWithStart(exception, from, to).replace(/[-:]/g, '');
  const simple = moveWeekday(recurrence.simple, old.startDay, startDay);
  return {
    ...form,
    completeTimes: times,
    recurrence: { ...recurrence, simple, exceptions: recurrence.exceptions.map(move) },
  };
}
