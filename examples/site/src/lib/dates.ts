const DAY_MS = 86_400_000;

/** A day as `YYYY-MM-DD`, without a zone. */
export type Day = string;

const midnightUtc = (day: Day): Date => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date): Day => date.toISOString().slice(0, 10);

/** Zones that readers can choose; the calendar accepts every IANA zone. */
export const ZONES = [
  'America/Los_Angeles',
  'America/Denver',
  'America/Chicago',
  'America/New_York',
  'America/Sao_Paulo',
  'Atlantic/Azores',
  'Europe/Lisbon',
  'Europe/London',
  'Europe/Berlin',
  'Europe/Paris',
  'Europe/Athens',
  'Africa/Lagos',
  'Asia/Dubai',
  'Asia/Kolkata',
  'Asia/Singapore',
  'Asia/Tokyo',
  'Australia/Sydney',
  'Pacific/Auckland',
  'Etc/UTC',
];

/** @returns the first name that is a time zone which this Node.js supports; UTC if there is none */
export function zoneOf(...names: (string | null | undefined)[]): string {
  const isZone = (timeZone: string): boolean => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone }));
    } catch {
      return false;
    }
  };
  return names.find((name): name is string => Boolean(name) && isZone(`${name}`)) ?? 'Etc/UTC';
}

/** The zone of `?zone=`, else of the site, and the query string that keeps the choice in links. */
export function chosenZone({ searchParams }: URL, siteZone: string): { zone: string; query: string } {
  const chosen = searchParams.get('zone');
  const zone = zoneOf(chosen, siteZone);
  return { zone, query: chosen ? `?${new URLSearchParams({ zone })}` : '' };
}

/** The day that the clocks of a zone show at an instant. */
export const dayIn = (timeZone: string, instant: Date): Day =>
  // The date format of Sweden is that of ISO 8601.
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(instant);

export const addDays = (day: Day, count: number): Day => dayOf(new Date(midnightUtc(day).getTime() + count * DAY_MS));

export const formatDay = (day: Day, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(midnightUtc(day));

export const formatLongDay = (day = ''): string =>
  formatDay(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/** The date of an instant in a zone, e.g. `24 November 2026`. */
export const formatDate = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(new Date(instant));

/**
 * The days of a month. `leadingDays` is the number of days of the first week that belong to the month before; weeks begin on Monday.
 * @param name `YYYY-MM`
 * @returns undefined for another string, or a year before 1990 or after 2100
 */
export function monthOf(name: string) {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(name) ?? [];
  if (!month || Number(year) < 1990 || Number(year) > 2100) return undefined;
  const first = `${name}-01`;
  const length = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return {
    name,
    days: Array.from({ length }, (_, index) => addDays(first, index)),
    leadingDays: (midnightUtc(first).getUTCDay() + 6) % 7,
    previous: addDays(first, -1).slice(0, 7),
    next: addDays(first, length).slice(0, 7),
  };
}

interface Span {
  /** RFC 3339 with the offset of the zone that is shown. */
  start: string;
  end: string;
  /** The first day of an all-day occurrence, and the day after its last one. */
  startDate?: string | null;
  endDate?: string | null;
}

const MAX_DAYS = 366;

/** The days of an occurrence in the zone of its times, at most 366. An end at midnight is the end of the day before. */
export function daysOf({ start, end, startDate, endDate }: Span): Day[] {
  const first = startDate ?? start.slice(0, 10);
  const endDay = endDate ?? end.slice(0, 10);
  const last = endDate || end.slice(11, 19) === '00:00:00' ? addDays(endDay, -1) : endDay;
  const days = [first];
  for (let day = addDays(first, 1); day <= last && days.length < MAX_DAYS; day = addDays(day, 1)) days.push(day);
  return days;
}
