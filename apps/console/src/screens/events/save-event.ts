import type { CalendarClient } from '@almanac/client';
import { isRuleRefusal, moveSeries, type Period } from '../calendar/move-series.ts';
import { type Day, dayIn } from '../calendar/plain-date.ts';
import { inputOf } from './event-input.ts';
import type { EventFormValues } from './form-model.ts';
import { keepsDays } from './move-recurrence.ts';
import { parseRecurrence, type Recurrence } from './recurrence.ts';

/**
 * Saves the form of an event.
 * @param id undefined for a new event
 * @returns the saved event
 * @throws RangeError while a date or time is incomplete
 */
export async function saveEvent(calendar: CalendarClient, id: string | undefined, form: EventFormValues) {
  const input = inputOf(form);
  if (id === undefined) return calendar.createEvent(input);
  // With `storedTime`, the times and the rule stay the same.
  if (!form.storedTime) await moveOccurrences(calendar, id, form, input.time);
  const info = input.info.filter((entry) => entry !== null && entry !== undefined);
  return calendar.updateEvent({ ...input, id, info });
}

/**
 * Moves the occurrences of a stored series if the form moves them to other days. `updateEvent` alone would keep their changes and
 * cancellations, and the answers of guests, only on days that the new series has, too. The others would be deleted.
 * @param time the times of the form
 */
async function moveOccurrences(
  calendar: CalendarClient,
  id: string,
  form: EventFormValues,
  time: Period,
): Promise<void> {
  const event = await calendar.event(id);
  const { timeZone, start, end, recurrence, exceptions } = event?.time ?? {};
  if (!event || !start || !end || !recurrence) return;
  const zone = timeZone ?? 'UTC';
  const stored = parseRecurrence({ recurrence, exceptions: exceptions ?? null }, start, zone);
  if (staysOnDays(stored, dayIn(start, zone), form)) return;
  try {
    await moveSeries(calendar, event, { start, end }, time);
  } catch (error) {
    // The calendar refuses the move, e.g. because the rule names every second Monday and Wednesday. `saveEvent` continues with
    // `updateEvent`, which accepts every rule.
    if (!isRuleRefusal(error)) throw error;
  }
}

/** Whether the occurrences of a stored series stay on their days when the form is saved. @param startDay the stored first day */
function staysOnDays(stored: Recurrence, startDay: Day, form: EventFormValues): boolean {
  const { mode, raw } = stored;
  // A custom rule that names days, e.g. by BYDAY, still names them after a change of the first day.
  const namesDays = mode === 'raw' && raw === form.recurrence.raw && /\bBY/i.test(raw);
  return startDay === form.startDay || namesDays || keepsDays(stored, startDay, form.startDay);
}
