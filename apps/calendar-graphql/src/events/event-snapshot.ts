import { type CalendarEvent } from '@almanac/entities';
import { formatInZone, type Series, toEpochSeconds } from '@almanac/recurrence';

/** An event as receivers of webhooks see it. */
export interface EventSnapshot {
  id: string;
  ownerId: string;
  status: string;
  timeZone: string;
  /** RFC 3339 with the offset of `timeZone`. */
  start: string;
  end: string;
  recurrence: string | null;
  info: CalendarEvent['information'];
  location: { address: string | null; name: string | null };
  tags: string[];
  createdAt: Date;
  updatedAt: Date;
}

export function snapshotOf(event: CalendarEvent, { zone }: Series): EventSnapshot {
  return {
    id: event.id,
    ownerId: event.ownerId,
    status: event.status,
    timeZone: event.timeZone,
    start: formatInZone(zone, toEpochSeconds(event.startAt)),
    end: formatInZone(zone, toEpochSeconds(event.endAt)),
    recurrence: event.recurrence,
    info: event.information,
    location: { address: event.locationAddress, name: event.locationName },
    tags: event.tags,
    createdAt: event.createdAt,
    updatedAt: event.updatedAt,
  };
}

/** The old values of what differs, besides the time of the change. */
export function changesBetween(before: EventSnapshot, after: EventSnapshot): Partial<EventSnapshot> {
  const later = new Map<string, unknown>(Object.entries(after));
  const changed = Object.entries(before).filter(
    ([name, value]) => name !== 'updatedAt' && JSON.stringify(value) !== JSON.stringify(later.get(name)),
  );
  return Object.fromEntries(changed);
}
