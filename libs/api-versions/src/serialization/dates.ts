/** A date in the format of the Admin API, truncated to seconds: `2026-11-21T14:40:40.000Z`. */
export function utcSeconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}.000Z`;
}

/** As {@link utcSeconds}, for a date that may be null or absent. */
export function utcSecondsOrNull(date: Date | null | undefined): string | null | undefined {
  return date ? utcSeconds(date) : date;
}

const MINUTE_MS = 60_000;
const MAX_CACHED_OFFSETS = 20_000;
const offsets = new Map<string, number>();

/** The offset of a time zone from UTC, cached for each minute. Since 1973, offsets have changed only at full minutes. */
function offsetMs(timezone: string, instantMs: number): number {
  const minute = Math.floor(instantMs / MINUTE_MS);
  const key = `${timezone} ${minute}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const offset = lookUpOffsetMs(timezone, minute * MINUTE_MS);
  if (offsets.size >= MAX_CACHED_OFFSETS) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

const formats = new Map<string, Intl.DateTimeFormat | null>();

function formatOf(timezone: string): Intl.DateTimeFormat | null {
  const known = formats.get(timezone);
  if (known !== undefined) return known;
  const format = isTimeZone(timezone)
    ? new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' })
    : null;
  formats.set(timezone, format);
  return format;
}

function isTimeZone(timezone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: timezone }) !== null;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function lookUpOffsetMs(timezone: string, instantMs: number): number {
  const parts = formatOf(timezone)?.formatToParts(instantMs);
  const name = parts?.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = /GMT([+-])(\d+):(\d+)(?::(\d+))?/.exec(name) ?? [];
  const magnitude = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -magnitude : magnitude;
}

const utcNames = new Set(['UTC', 'Etc/UTC']);
const twoDigits = (value: number): string => (value < 10 ? `0${value}` : String(value));

/**
 * A date of a post or page in the format of the Content API, truncated to seconds: `2026-11-21T15:40:40.000+01:00`.
 * @param timezone the IANA time zone of the site; an unknown time zone counts as UTC
 */
export function zonedSeconds(date: Date, timezone: string): string {
  if (utcNames.has(timezone)) return `${date.toISOString().slice(0, -5)}.000+00:00`;
  const offset = offsetMs(timezone, date.getTime());
  const minutes = Math.abs(Math.round(offset / MINUTE_MS));
  const sign = offset < 0 ? '-' : '+';
  const localTime = new Date(date.getTime() + offset).toISOString().slice(0, -5);
  return `${localTime}.000${sign}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}
