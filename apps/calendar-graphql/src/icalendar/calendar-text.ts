import { type CalendarEvent, type OccurrenceOverride } from '@almanac/entities';
import {
  recurrenceIdLine,
  recurrenceLines,
  type Series,
  toEpochSeconds,
  toInstant,
  toLocal,
  wholeDays,
  withOverrides,
} from '@almanac/recurrence';
import ical, { type ICalCalendar, type ICalEventData, ICalEventStatus } from 'ical-generator';
import { timeZoneComponent } from './time-zone-component';
import { ZonedTime } from './zoned-time';

/** An event of a feed and its series. */
export interface FeedEvent {
  event: CalendarEvent;
  series: Series;
  overrides: readonly OccurrenceOverride[];
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
  const earliest = Math.min(...events.map(earliestStart));
  calendar.timezone({
    name: null,
    generator: (zoneName) => {
      const zone = zones.get(zoneName);
      return zone ? timeZoneComponent(zone, earliest) : null;
    },
  });
  for (const event of events) {
    calendar.createEvent(eventData(event));
    for (const override of event.overrides.filter(({ status }) => status !== 'cancelled')) {
      calendar.createEvent(overrideData(event, override));
    }
  }
  return `${calendar.toString()}\r\n`;
}

function earliestStart({ series, overrides }: FeedEvent): number {
  const starts = overrides.map(({ startAt, recurrenceAt }) =>
    toEpochSeconds(startAt < recurrenceAt ? startAt : recurrenceAt),
  );
  return [series.start, ...series.additions, ...starts].reduce((one, other) => Math.min(one, other));
}

function eventData({ event, series, overrides }: FeedEvent): ICalEventData {
  const lines = recurrenceLines(withCancelledAsExceptions(series, overrides));
  return {
    ...commonData(event, event),
    ...timeData(series, lines.length > 0),
    location: locationOf(event.locationName, event.locationAddress),
    repeating: lines.length > 0 ? lines.join('\r\n') : null,
  };
}

/** The component of one changed occurrence. It has the SEQUENCE of its event, so that every change of either replaces it. */
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
      isLocal: isFirstPass(series, start),
    }),
    location: locationOf(location.name, location.address),
    // The own property of ical-generator has no VALUE=DATE. It takes a single line for a rule, and removes a blank second one.
    repeating: `${recurrenceIdLine(series, toEpochSeconds(override.recurrenceAt))}\r\n `,
  };
}

/** Cancelled occurrences are EXDATEs: programs show a component with STATUS:CANCELLED as an occurrence. */
function withCancelledAsExceptions(series: Series, overrides: readonly OccurrenceOverride[]): Series {
  const cancelled = overrides.filter(({ status }) => status === 'cancelled');
  const starts = cancelled.map(({ recurrenceAt }) => toEpochSeconds(recurrenceAt));
  return withOverrides({ ...series, exceptions: new Set([...series.exceptions, ...starts]) }, []);
}

function commonData(
  event: CalendarEvent,
  { information: [information], status }: Pick<CalendarEvent, 'information' | 'status'>,
): Omit<ICalEventData, 'start'> {
  return {
    id: event.id,
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

/** A local time in an overlap is read as its first pass; the second pass can only be written in UTC. */
function isFirstPass({ zone }: Series, start: number): boolean {
  return toInstant(zone, toLocal(zone, start)) === start;
}

function timeData(series: Series, isRecurring: boolean): ICalEventData {
  const { zone, start, end, startLocal, allDayLength } = series;
  const isLocal = isRecurring || allDayLength > 0 || toInstant(zone, startLocal) === start;
  return timesData(series, { start, end, isAllDay: allDayLength > 0, isLocal });
}

interface Times {
  start: number;
  end: number;
  isAllDay: boolean;
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

function locationOf(name: string | null, address: string | null): ICalEventData['location'] {
  if (name === null) return address;
  return { title: name, ...(address !== null && { address }) };
}
