import { getTimezoneOffset } from 'date-fns-tz';

/** `2026-11-21T14:40:40.000Z`: the form of the Admin API, in whole seconds. */
export function utcSeconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}.000Z`;
}

/** The same for a date that may be absent. */
export function utcSecondsOrNull(date: Date | null | undefined): string | null | undefined {
  return date ? utcSeconds(date) : date;
}

const quarterHourMs = 15 * 60_000;
const mostOffsetsKept = 20_000;
const offsets = new Map<string, number>();

// Zone rules change on quarter hours at the finest, so one look-up serves all instants of a quarter.
function offsetMs(timezone: string, instantMs: number): number {
  const key = `${timezone} ${Math.floor(instantMs / quarterHourMs)}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const found = getTimezoneOffset(timezone, new Date(instantMs));
  const offset = Number.isNaN(found) ? 0 : found;
  if (offsets.size >= mostOffsetsKept) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

const universal = new Set(['UTC', 'Etc/UTC']);
const twoDigits = (value: number): string => (value < 10 ? `0${value}` : String(value));

/**
 * `2026-11-21T15:40:40.000+01:00`: the form of the Content API, in whole seconds.
 * @param timezone the site's IANA time zone; an unknown one is read as UTC
 */
export function zonedSeconds(date: Date, timezone: string): string {
  if (universal.has(timezone)) return `${date.toISOString().slice(0, 19)}.000+00:00`;
  const offset = offsetMs(timezone, date.getTime());
  const minutes = Math.abs(Math.round(offset / 60_000));
  const sign = offset < 0 ? '-' : '+';
  const wall = new Date(date.getTime() + offset).toISOString().slice(0, 19);
  return `${wall}.000${sign}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** The same for a date that may be absent. */
export function zonedSecondsOrNull(date: Date | null | undefined, timezone: string): string | null | undefined {
  return date ? zonedSeconds(date, timezone) : date;
}
