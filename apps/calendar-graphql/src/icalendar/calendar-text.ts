import { type CalendarEvent, type OccurrenceOverride } from '@almanac/entities';
import {
  type EpochSeconds,
  recurrenceIdLine,
  recurrenceLines,
  type Series,
  toEpochSeconds,
  toInstant,
  toLocal,
  wholeDays,
} from '@almanac/recurrence';
import { setImmediate as nextTurn } from 'node:timers/promises';
import ical, { escape, type ICalCalendar, type ICalEventData, ICalEventStatus } from 'ical-generator';
import { withCancelledAsExceptions } from '../overrides/cancelled-exceptions';
import { timeZoneComponent } from './time-zone-component';
import { ZonedTime } from './zoned-time';

/** An event of a feed, with its time and recurrence prepared for computing (`series`, also for a single event), and its overrides. */
export interface FeedEvent {
  event: CalendarEvent;
  series: Series;
  overrides: readonly OccurrenceOverride[];
}

/** Calendar programs should read a feed once an hour (RFC 7986 §5.7, and the older property that Outlook knows). */
const REFRESH = 'REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n';
const PRODUCT_LINE = /^PRODID:.*\r\n/m;

const STATUSES = {
  confirmed: ICalEventStatus.CONFIRMED,
  tentative: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
};

/** The VTIMEZONE of a zone by its name; null for an unknown one. */
type ZoneTexts = (name: string) => string | null;

/** The number of components that are written in one turn of the event loop: each takes up to a millisecond. */
const COMPONENTS_PER_TURN = 10;
const ZONE_BEGIN = '\r\nBEGIN:VTIMEZONE\r\n';
const EVENT_BEGIN = '\r\nBEGIN:VEVENT\r\n';
const CALENDAR_END = '\r\nEND:VCALENDAR';
const LINE_END = '\r\n';
const ZONES = /\r\nBEGIN:VTIMEZONE\r\n.*?\r\nEND:VTIMEZONE(?=\r\n)/gs;

/** A VEVENT: an event, or one of its changed occurrences. */
interface Component {
  feedEvent: FeedEvent;
  override?: OccurrenceOverride;
}

function componentsOf(events: readonly FeedEvent[]): Component[] {
  return events.flatMap((feedEvent) => {
    const changed = feedEvent.overrides.filter(({ status }) => status !== 'cancelled');
    return [{ feedEvent }, ...changed.map((override) => ({ feedEvent, override }))];
  });
}

/** A calendar in iCalendar format (RFC 5545). Equal events give equal bytes. Only tests call it, to check {@link writeCalendar}. */
export function calendarText(name: string | null, events: FeedEvent[]): string {
  return textOf(name, componentsOf(events), zoneTextsOf(events));
}

/**
 * Returns the same text as {@link calendarText}, but writes it in parts, so that other requests run between them. For each part,
 * ical-generator writes a whole calendar. The result consists of the head of one of these calendars, the VTIMEZONEs of all without
 * repetition, and all VEVENTs.
 */
export async function writeCalendar(name: string | null, events: FeedEvent[]): Promise<string> {
  const components = componentsOf(events);
  const zoneTexts = zoneTextsOf(events);
  if (components.length <= COMPONENTS_PER_TURN) return textOf(name, components, zoneTexts);
  const zones = new Set<string>();
  const parts: string[] = [];
  let head = '';
  for (let index = 0; index < components.length; index += COMPONENTS_PER_TURN) {
    await nextTurn();
    const text = textOf(name, components.slice(index, index + COMPONENTS_PER_TURN), zoneTexts);
    const firstEvent = text.indexOf(EVENT_BEGIN);
    const beforeEvents = text.slice(0, firstEvent + LINE_END.length);
    const firstZone = beforeEvents.indexOf(ZONE_BEGIN);
    head = firstZone < 0 ? text.slice(0, firstEvent) : text.slice(0, firstZone);
    for (const [zone] of beforeEvents.matchAll(ZONES)) zones.add(zone);
    parts.push(text.slice(firstEvent, text.lastIndexOf(CALENDAR_END)));
  }
  return [head, ...zones, ...parts, CALENDAR_END, LINE_END].join('');
}

const escapeText = (text: string): string => escape(text, false);

function zoneTextsOf(events: FeedEvent[]): ZoneTexts {
  const zones = new Map(events.map(({ series }) => [series.zone.name, series.zone]));
  const earliest = events.map(earliestStart).reduce((one, other) => Math.min(one, other), Infinity);
  const written = new Map<string, string>();
  return (name) => {
    const zone = zones.get(name);
    if (!zone) return null;
    const text = written.get(name) ?? timeZoneComponent(zone, earliest);
    written.set(name, text);
    return text;
  };
}

function textOf(name: string | null, components: readonly Component[], zoneTexts: ZoneTexts): string {
  const prodId = { company: 'Almanac', product: 'Calendar', language: 'EN' };
  // ical-generator does not escape the name and the UID, although both are TEXT (RFC 5545 §3.3.11).
  const calendar: ICalCalendar = ical({ name: name && escapeText(name), prodId });
  calendar.timezone({ name: null, generator: zoneTexts });
  for (const { feedEvent, override } of components) {
    calendar.createEvent(override ? overrideData(feedEvent, override) : eventData(feedEvent));
  }
  // `ttl` of ical-generator writes these properties after the VTIMEZONE components, where RFC 5545 §3.6 allows none.
  return `${calendar.toString().replace(PRODUCT_LINE, (line) => `${line}${REFRESH}`)}\r\n`;
}

function earliestStart({ series, overrides }: FeedEvent): EpochSeconds {
  const starts = overrides.map(({ startAt, recurrenceAt }) =>
    toEpochSeconds(startAt < recurrenceAt ? startAt : recurrenceAt),
  );
  return [series.start, ...series.additions, ...starts].reduce((one, other) => Math.min(one, other));
}

function eventData({ event, series, overrides }: FeedEvent): ICalEventData {
  const { start, end, allDayLength } = series;
  const lines = recurrenceLines(withCancelledAsExceptions(series, overrides));
  const isRecurring = lines.length > 0;
  const hasLocalEnd = isWritableAsLocal(series, end);
  const isLocal = isRecurring || allDayLength > 0 || (isWritableAsLocal(series, start) && hasLocalEnd);
  // When clocks go back, local times occur twice, and programs read a local DTEND as the first of the two. So a recurring event that
  // ends at the second one gets a DURATION. A single event is written in UTC.
  const hasDuration = isRecurring && allDayLength === 0 && !hasLocalEnd;
  if (hasDuration) lines.push(`DURATION:PT${end - start}S`);
  return {
    ...commonData(event, event),
    // RFC 5545 §3.6.1 does not allow DTEND together with DURATION. With an end equal to the start, no DTEND is written.
    ...timesData(series, { start, end: hasDuration ? start : end, isAllDay: allDayLength > 0, isLocal }),
    location: locationText(event.locationName, event.locationAddress),
    repeating: isRecurring ? lines.join('\r\n') : null,
  };
}

/**
 * The component of one changed occurrence. It has the SEQUENCE of its event, which increases with each change of the event or of an
 * occurrence. So programs replace the component.
 */
function overrideData({ event, series }: FeedEvent, override: OccurrenceOverride): ICalEventData {
  const [start, end] = [toEpochSeconds(override.startAt), toEpochSeconds(override.endAt)];
  const location = override.location ?? { name: event.locationName, address: event.locationAddress };
  return {
    ...commonData(event, {
      information: override.information ?? event.information,
      status: event.status === 'cancelled' ? event.status : (override.status ?? event.status),
    }),
    ...timesData(series, {
      start,
      end,
      isAllDay: wholeDays(series.zone, start, end) > 0,
      isLocal: isWritableAsLocal(series, start) && isWritableAsLocal(series, end),
    }),
    location: locationText(location.name, location.address),
    // The option `recurrenceId` of ical-generator cannot write VALUE=DATE. `repeating` writes several lines unchanged, but puts `RRULE:`
    // before a single line. The blank second line prevents this, and is not written.
    repeating: `${recurrenceIdLine(series, toEpochSeconds(override.recurrenceAt))}\r\n `,
  };
}

function commonData(
  event: CalendarEvent,
  { information: [information], status }: Pick<CalendarEvent, 'information' | 'status'>,
): Omit<ICalEventData, 'start'> {
  return {
    id: escapeText(event.uid ?? event.id),
    stamp: event.updatedAt,
    created: event.createdAt,
    lastModified: event.updatedAt,
    sequence: Number(event.revision),
    summary: information?.title ?? '',
    description: information?.description ?? null,
    status: STATUSES[status],
    categories: event.tags.map((tag) => ({ name: tag })),
  };
}

/**
 * Whether an instant can be written as a local time. When clocks go back, local times occur twice, and programs read them as the first of
 * the two instants. So the second one can only be written in UTC.
 */
function isWritableAsLocal({ zone }: Series, instant: EpochSeconds): boolean {
  return toInstant(zone, toLocal(zone, instant)) === instant;
}

interface Times {
  start: EpochSeconds;
  end: EpochSeconds;
  isAllDay: boolean;
  /** Whether the times are written as local times, and not in UTC. Recurring events need local times, because their rule repeats these. */
  isLocal: boolean;
}

function timesData({ zone }: Series, { start, end, isAllDay, isLocal }: Times): ICalEventData {
  return {
    start: new ZonedTime(start, zone),
    // RFC 5545 §3.8.2.2: DTEND is later than DTSTART; a point in time has none.
    end: end > start ? new ZonedTime(end, zone) : null,
    allDay: isAllDay,
    timezone: zone.name === 'UTC' || !isLocal ? null : zone.name,
  };
}

/** The value of LOCATION: name and address on lines of their own; null if both are missing. */
export function locationText(name: string | null, address: string | null): string | null {
  return [name, address].filter((part) => part !== null && part !== '').join('\n') || null;
}
