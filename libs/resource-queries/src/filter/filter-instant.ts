import { BadRequestError } from '@almanac/errors';
import { parseInstant, quoted } from '@almanac/validation';
import type { FilterValue, RelativeDate } from './filter-node';

/** Date and, optionally, time and offset. */
const DATE_FORMAT =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/** The years of four digits, which PostgreSQL and JavaScript read alike. */
const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

const MS_PER_UNIT = {
  seconds: 1_000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
  weeks: 7 * 86_400_000,
} as const;

/** The same day and time in a later or earlier month, in milliseconds. If that month is too short, its last day. */
function addMonths(from: Date, months: number): number {
  const first = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1));
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const timeOfDay = from.getTime() - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate());
  return first.getTime() + (Math.min(from.getUTCDate(), lastDay) - 1) * MS_PER_UNIT.days + timeOfDay;
}

/** @returns milliseconds */
function fromRelative({ amount, unit }: RelativeDate, now: Date): number {
  if (unit === 'months') return addMonths(now, amount);
  if (unit === 'years') return addMonths(now, amount * 12);
  return now.getTime() + amount * MS_PER_UNIT[unit];
}

/** @returns milliseconds; NaN for text that is no date */
function fromText(text: string): number {
  const match = DATE_FORMAT.exec(text.trim());
  if (match === null) return NaN;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = match;
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const instant = parseInstant(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}${offset}`);
  return instant?.getTime() ?? NaN;
}

function toMilliseconds(value: FilterValue, now: Date): number {
  if (typeof value === 'string') return fromText(value);
  return typeof value === 'object' && value !== null ? fromRelative(value, now) : NaN;
}

/**
 * The instant of a filter value: `2020-01-31`, `2020-01-31 10:00:00`, ISO 8601, or a relative date. A date without an offset is in UTC.
 * @param now the base of relative dates
 * @throws BadRequestError for an invalid date, and for a year outside 1 to 9999
 */
export function toInstant(value: FilterValue, now: Date): Date {
  const time = toMilliseconds(value, now);
  if (!(time >= EARLIEST && time <= LATEST)) {
    const isRelative = typeof value === 'object' && value !== null;
    throw new BadRequestError('Could not understand request.', {
      help: isRelative
        ? 'The relative date is outside the years 1 to 9999.'
        : `${quoted(value)} is no date. Write 2020-01-31, '2020-01-31 10:00:00' or now-30d.`,
    });
  }
  return new Date(time);
}
