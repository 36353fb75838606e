import { type CalendarEvent } from '@almanac/entities';
import { recurrenceLines, type Series, toInstant } from '@almanac/recurrence';
import ical, { type ICalCalendar, type ICalEventData, ICalEventStatus } from 'ical-generator';
import { timeZoneComponent } from './time-zone-component';
import { ZonedTime } from './zoned-time';

/** An event of a feed and its series. */
export interface FeedEvent {
  event: CalendarEvent;
  series: Series;
}

const STATUSES = {
  confirmed: ICalEventStatus.CONFIRMED,
  tentative: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
};

/** A calendar in iCalendar format (RFC 5545). Equal events give equal bytes. */
export function calendarText(name: string | null, events: FeedEvent[]): string {
  const calendar: ICalCalendar = ical({ name, prodId: { company: 'Almanac', product: 'Calendar', language: 'EN' } });
  const zones = new Map(events.map(({ series }) => [series.zone.name, series.zone]));
  const earliest = Math.min(...events.map(({ series }) => series.additions[0] ?? series.start));
  calendar.timezone({
    name: null,
    generator: (zoneName) => {
      const zone = zones.get(zoneName);
      return zone ? timeZoneComponent(zone, earliest) : null;
    },
  });
  for (const event of events) calendar.createEvent(eventData(event));
  return `${calendar.toString()}\r\n`;
}

function eventData({ event, series }: FeedEvent): ICalEventData {
  const [information] = event.information;
  const lines = recurrenceLines(series);
  return {
    ...timeData(series, lines.length > 0),
    id: event.id,
    stamp: event.updatedAt,
    created: event.createdAt,
    lastModified: event.updatedAt,
    sequence: Number(event.revision),
    summary: information?.title ?? '',
    description: information?.description ?? null,
    location: locationOf(event),
    status: STATUSES[event.status],
    categories: event.tags.map((tag) => ({ name: tag })),
    repeating: lines.length > 0 ? lines.join('\r\n') : null,
  };
}

function timeData({ zone, start, end, startLocal, allDayLength }: Series, isRecurring: boolean): ICalEventData {
  const [begin, finish] = [start, end].map((instant) => new ZonedTime(instant, zone));
  // A local time in an overlap is read as its first pass; the second pass can only be written in UTC.
  const isLocal = isRecurring || allDayLength > 0 || toInstant(zone, startLocal) === start;
  return {
    start: begin ?? new ZonedTime(start, zone),
    // RFC 5545 §3.8.2.2: DTEND is later than DTSTART; a point in time has none.
    end: end > start ? finish : null,
    allDay: allDayLength > 0,
    timezone: zone.name === 'UTC' || !isLocal ? null : zone.name,
  };
}

function locationOf({ locationName, locationAddress }: CalendarEvent) {
  if (locationName === null) return locationAddress;
  return { title: locationName, ...(locationAddress !== null && { address: locationAddress }) };
}
