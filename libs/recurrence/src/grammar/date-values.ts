import { dayNumber, isCalendarDate, SECONDS_PER_DAY } from '../civil';
import { RecurrenceError } from './recurrence-error';
import type { DateValue } from './rule';

const DATE_OR_TIME = /^(\d{4})(\d{2})(\d{2})(?:T([01]\d|2[0-3])([0-5]\d)([0-5]\d|60)(Z?))?$/i;

/**
 * Reads a DATE (8 digits), a local DATE-TIME or one in UTC (RFC 5545 §3.3.4, §3.3.5). Second 60 is read as 59.
 * @param part the name of the property or part in error messages, e.g. `UNTIL`
 * @throws RecurrenceError for any other string and for a date that does not exist
 */
export function parseDateValue(text: string, part: string): DateValue {
  const match = DATE_OR_TIME.exec(text);
  if (!match) throw new RecurrenceError(`${part} takes YYYYMMDD, YYYYMMDDTHHMMSS or YYYYMMDDTHHMMSSZ.`);
  const [year = 0, month = 0, date = 0] = match.slice(1, 4).map(Number);
  if (year === 0 || !isCalendarDate({ year, month, day: date })) {
    throw new RecurrenceError(`${part} names a date that does not exist.`);
  }
  const day = dayNumber(year, month, date);
  if (match[4] === undefined) return { kind: 'date', day };
  const [hour = 0, minute = 0, second = 0] = match.slice(4, 7).map(Number);
  const seconds = day * SECONDS_PER_DAY + hour * 3600 + minute * 60 + Math.min(second, 59);
  return match[7] ? { kind: 'instant', instant: seconds } : { kind: 'local', local: seconds };
}
