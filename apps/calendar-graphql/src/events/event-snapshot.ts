import { type CalendarEvent } from '@almanac/entities';
import { formatInZone, type Series, toEpochSeconds } from '@almanac/recurrence';
import { isDeepStrictEqual } from 'node:util';

/** An event in the payload of webhooks. */
export interface EventSnapshot {
  id: string;
  ownerId: string;
  status: string;
  timeZone: string;
  /** `start` and `end`: RFC 3339 with the offset of `timeZone`. */
  start: string;
  end: string;
  /** The lines of RRULE, EXDATE and RDATE (RFC 5545); null for a single event. */
  recurrence: string | null;
  info: CalendarEvent['information'];
  location: { address: string | null; name: string | null };
  tags: string[];
  createdAt: Date;
  updatedAt: Date;
  /** The RECURRENCE-IDs of overrides that a change of the time removed, e.g. `20260601T090000Z`; absent when there are none. */
  removedOverrides?: string[];
}

/** The event in the payload of webhooks. @param series the series of the event, for the time zone of `start` and `end` */
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

/**
 * The previous values of the changed properties, except `updatedAt`. A different order of keys is not a change, because jsonb does not
 * preserve the order.
 */
export function changesBetween<Snapshot extends object>(before: Snapshot, after: Snapshot): Partial<Snapshot> {
  const newValues = new Map<string, unknown>(Object.entries(after));
  const changed = Object.entries(before).filter(
    ([name, value]) => name !== 'updatedAt' && !isDeepStrictEqual(value, newValues.get(name)),
  );
  return Object.fromEntries(changed) as Partial<Snapshot>;
}
