import { instantOf } from '../../time/zoned-time.ts';
import type { Day } from '../calendar/plain-date.ts';
import { ordinalOf, type Recurrence, type SimpleRule, WEEKDAYS, weekdayOf } from './recurrence.ts';

/**
 * The value of the RRULE for a rule in the event form, e.g. `FREQ=WEEKLY;BYDAY=MO`.
 * @param day the first day of the event
 * @throws RangeError when the rule ends on a day that is not valid
 */
export function ruleText(rule: SimpleRule, day: Day, timeZone: string): string {
  const { frequency, interval, weekdays, monthly, end } = rule;
  const parts = [`FREQ=${frequency}`];
  if (interval > 1) parts.push(`INTERVAL=${interval}`);
  if (frequency === 'WEEKLY' && weekdays.length > 0)
    parts.push(`BYDAY=${WEEKDAYS.filter((weekday) => weekdays.includes(weekday)).join(',')}`);
  if (frequency === 'MONTHLY')
    parts.push(monthly === 'day' ? `BYMONTHDAY=${Number(day.slice(8))}` : `BYDAY=${ordinalOf(day)}${weekdayOf(day)}`);
  if (end.type === 'count') parts.push(`COUNT=${end.count}`);
  if (end.type === 'until') {
    // The last second of the day in the zone of the event. UNTIL is in UTC, because DTSTART has a zone (RFC 5545, section 3.3.10).
    parts.push(`UNTIL=${instantOf(`${end.day}T23:59:59`, timeZone).replace(/[-:]/g, '')}`);
  }
  return parts.join(';');
}

/**
 * The lines of a recurrence in the format of RFC 5545; empty for an event without recurrence.
 * @param day the first day of the event
 * @throws RangeError when the rule ends on a day that is not valid
 */
export function recurrenceText(recurrence: Recurrence, day: Day, timeZone: string): string {
  const { mode, simple, raw, exceptions, otherLines } = recurrence;
  if (mode === 'none') return '';
  const rule = mode === 'simple' ? ruleText(simple, day, timeZone) : raw.trim().replace(/^RRULE:/i, '');
  const excluded = exceptions.length > 0 ? [`EXDATE:${exceptions.join(',')}`] : [];
  return [`RRULE:${rule}`, ...otherLines, ...excluded].join('\n');
}
