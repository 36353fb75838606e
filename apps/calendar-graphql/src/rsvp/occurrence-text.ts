import { type RsvpMailValues } from '@almanac/outbox';
import { dayOf, formatLocal, SECONDS_PER_DAY, toLocal } from '@almanac/recurrence';
import { type RsvpOccurrence } from './rsvp-occurrence';

/** The languages of mails. */
type Language = keyof RsvpMailValues['when'];

/**
 * Formats local times, which callers pass as if they were UTC. They were computed with the zone data of libs/recurrence, so the zone data
 * of Node.js is not used.
 */
const dayFormat = (locale: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const DAYS: Record<Language, Intl.DateTimeFormat> = { en: dayFormat('en-GB'), de: dayFormat('de-DE') };
const UNTITLED = 'Event';

type Times = Pick<RsvpOccurrence, 'series' | 'start' | 'end' | 'isAllDay'>;

/** The first and the last local day of an occurrence: the local times of their midnights, in seconds. */
function localDays({ series: { zone }, start, end, isAllDay }: Times): [number, number] {
  const first = dayOf(toLocal(zone, start));
  const last = dayOf(toLocal(zone, end)) - (isAllDay ? 1 : 0);
  return [first * SECONDS_PER_DAY, last * SECONDS_PER_DAY];
}

/**
 * A day in words, e.g. `Monday, 1 June 2026`. The separators are fixed, because those of `Intl` differ between releases of Node.js.
 * @param local a local time of the day, in seconds
 */
function dayText(local: number, language: Language): string {
  const parts = new Map(DAYS[language].formatToParts(local * 1000).map(({ type, value }) => [type, value]));
  const day = `${parts.get('day')}${language === 'de' ? '.' : ''}`;
  return `${parts.get('weekday')}, ${day} ${parts.get('month')} ${parts.get('year')}`;
}

/** The time of an occurrence in words, e.g. `Monday, 1 June 2026, 09:00–10:00 (Europe/Berlin)`. */
export function whenText(occurrence: Times, language: Language): string {
  const { series, start, end, isAllDay } = occurrence;
  const { zone } = series;
  const [first, last] = localDays(occurrence);
  const [from, to] = [first, last].map((local) => dayText(local, language));
  if (isAllDay) return first === last ? `${from}` : `${from} – ${to}`;
  const [begin, finish] = [start, end].map((instant) => formatLocal(toLocal(zone, instant)).slice(11, 16));
  const zoneName = `(${zone.name.replaceAll('_', ' ')})`;
  if (start === end) return `${from}, ${begin} ${zoneName}`;
  return first === last
    ? `${from}, ${begin}–${finish} ${zoneName}`
    : `${from}, ${begin} – ${to}, ${finish} ${zoneName}`;
}

/**
 * Start and end of the entry in the guest's calendar, in ISO 8601 and UTC. For an all-day occurrence: midnight UTC of its first day, and of
 * the day after its last day.
 */
export function entryTimes(occurrence: Times): { start: string; end: string } {
  const { start, end, isAllDay } = occurrence;
  const [first, last] = localDays(occurrence);
  const times = isAllDay ? [first, last + SECONDS_PER_DAY] : [start, end];
  const [from = '', to = ''] = times.map((seconds) => new Date(seconds * 1000).toISOString());
  return { start: from, end: to };
}

/** The title in the first language of the event; `Event` if the event has no title. */
export function titleOf({ information }: Pick<RsvpOccurrence, 'information'>): string {
  return information[0]?.title ?? UNTITLED;
}

/** Name and address of the location in one line; null if the location has neither. */
export function locationLine({ location }: Pick<RsvpOccurrence, 'location'>): string | null {
  const parts = [location.name, location.address].filter((part) => part !== null && part.trim() !== '');
  return parts.join(', ').replace(/\s+/g, ' ') || null;
}
