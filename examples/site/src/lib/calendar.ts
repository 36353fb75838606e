import { CalendarClient, type Occurrence } from '@almanac/client';
import { configuration } from './configuration.ts';
import { addDays, type Day, dayIn, daysOf, formatLongDay } from './dates.ts';

const MAX_OCCURRENCES = 500;

const calendar = new CalendarClient({ url: configuration.calendarUrl, timeoutMs: 10_000 });

/** An occurrence as the pages show it. `start` and `end` are RFC 3339 with the offset of the zone that was requested. */
export type CalendarEntry = ReturnType<typeof entryOf>;

function entryOf({ occurrence, isAllDay, startDate, endDate, info, location, status }: Occurrence) {
  const { start, end, event } = occurrence;
  return {
    eventId: event.id,
    title: info[0]?.title ?? 'Event',
    location,
    place: location.name || location.address,
    status,
    start,
    end,
    /** The start as `HH:MM`; undefined for an all-day occurrence. */
    time: isAllDay ? undefined : start.slice(11, 16),
    days: daysOf({ start, end, startDate, endDate }),
    daysOrInstants: startDate && endDate ? { start: startDate, end: addDays(endDate, -1) } : { start, end },
  };
}

async function entriesBetween(from: string, to: string, timeZone: string, limit = MAX_OCCURRENCES) {
  const entries: CalendarEntry[] = [];
  for await (const occurrence of calendar.occurrences({ from, to, timeZone }, { pageSize: Math.min(limit, 100) })) {
    entries.push(entryOf(occurrence));
    if (entries.length === limit) break;
  }
  return entries;
}

/** The entry as a list shows it on one of its days. `time` is the start on the first day, `until …` on the last day, else undefined. */
function entryOnDay(entry: CalendarEntry, day: Day): CalendarEntry {
  if (!entry.time || day === entry.days[0]) return entry;
  return { ...entry, time: day === entry.days.at(-1) ? `until ${entry.end.slice(11, 16)}` : undefined };
}

/** The text after the first day of an entry, e.g. `10:00–12:00`, `all day` or `to Sunday, 29 November 2026`. */
export function hoursOf({ time, start, end, days }: CalendarEntry): string {
  if (!time) return days.length > 1 ? `to ${formatLongDay(days.at(-1))}` : 'all day';
  const lastsLocalDay = end.slice(0, 16) >= `${addDays(start.slice(0, 10), 1)}${start.slice(10, 16)}`;
  return `${time}${lastsLocalDay ? ` to ${formatLongDay(end.slice(0, 10))}, ` : '–'}${end.slice(11, 16)}`;
}

/** The entries of each day; an occurrence of several days is an entry of each of them. */
export async function entriesOfDays(days: Day[], timeZone: string): Promise<Map<Day, CalendarEntry[]>> {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  // Requests one day more on both sides, because every zone differs from UTC by less than one day.
  const entries = await entriesBetween(`${addDays(first, -1)}T00:00:00Z`, `${addDays(last, 2)}T00:00:00Z`, timeZone);
  return new Map(
    days.map((day) => [day, entries.flatMap((entry) => (entry.days.includes(day) ? entryOnDay(entry, day) : []))]),
  );
}

/** The next occurrences within 90 days, by the day on which they begin. Those that have begun are listed under today. */
export async function upcomingEntries(timeZone: string, limit: number, now = new Date()) {
  const today = dayIn(timeZone, now);
  const entries = await entriesBetween(now.toISOString(), `${addDays(today, 90)}T00:00:00Z`, timeZone, limit);
  const byDay = new Map<Day, CalendarEntry[]>();
  for (const entry of entries) {
    const [firstDay = today] = entry.days;
    const day = firstDay < today ? today : firstDay;
    byDay.set(day, [...(byDay.get(day) ?? []), entryOnDay(entry, day)]);
  }
  return byDay;
}

/** The RSVP state of an occurrence. `placesLeft` is null without a limit; guests answer at `url`. */
export interface RsvpState {
  isOpen: boolean;
  hasWaitingList: boolean;
  placesLeft: number | null;
  url: string;
}

/** An event with its next occurrences, in the zone of the event. @returns null when there is no such event */
export async function findEvent(id: string) {
  const [details, settings] = await Promise.all([calendar.eventDetails(id, { first: 10 }), calendar.rsvpSettings(id)]);
  if (!details) return null;
  const { event, tags, nextOccurrences } = details;
  const rsvpStates = settings ? await readRsvpStates(nextOccurrences) : [];
  return { event, tags, next: nextOccurrences.map((next, index) => ({ ...entryOf(next), rsvp: rsvpStates[index] })) };
}

/** Reads the RSVP states of all occurrences in one request: with the field `rsvp` once per occurrence, under an alias. */
async function readRsvpStates(occurrences: Occurrence[]): Promise<(RsvpState | null | undefined)[]> {
  if (occurrences.length === 0) return [];
  const fields = occurrences.map(
    ({ occurrence }, index) =>
      `rsvp${index}: rsvp(occurrenceId: "${occurrence.id}") { isOpen hasWaitingList placesLeft url }`,
  );
  const found = await calendar.request<Record<string, RsvpState | null>, object>(`{ ${fields.join(' ')} }`, {});
  return fields.map((_, index) => found[`rsvp${index}`]);
}
