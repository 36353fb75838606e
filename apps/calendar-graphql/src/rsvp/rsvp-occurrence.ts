import {
  CalendarEvent,
  type EventInformation,
  type EventStatus,
  OccurrenceOverride,
  type OverrideLocation,
} from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import {
  endOf,
  type EpochSeconds,
  formatBasicUtc,
  isInstance,
  type Series,
  toDate,
  toEpochSeconds,
  wholeDays,
} from '@almanac/recurrence';
import { type EntityManager } from 'typeorm';
import { type SeriesCache } from '../events/series-cache';
import { isObjectId } from '../graphql/object-id';
import { type OccurrenceId } from '../overrides/override-input';

/** An occurrence to which guests answer, with its own values where they differ from those of its event. */
export interface RsvpOccurrence {
  event: CalendarEvent;
  /** The times of the event, also of a single one. */
  series: Series;
  /** For a single event, its start. */
  recurrenceStart: EpochSeconds;
  start: EpochSeconds;
  end: EpochSeconds;
  isAllDay: boolean;
  status: EventStatus;
  information: EventInformation[];
  location: OverrideLocation;
}

/** The id of an occurrence in GraphQL, e.g. `<event id>_20260601T090000Z`. */
export function occurrenceIdOf({ eventId, recurrenceStart }: OccurrenceId): string {
  return `${eventId}_${formatBasicUtc(recurrenceStart)}`;
}

/** The occurrence of an event that has this recurrence start. @param override undefined if the occurrence follows its series */
export function occurrenceOf(
  event: CalendarEvent,
  series: Series,
  recurrenceStart: EpochSeconds,
  override: OccurrenceOverride | undefined,
): RsvpOccurrence {
  const start = override ? toEpochSeconds(override.startAt) : recurrenceStart;
  const end = override ? toEpochSeconds(override.endAt) : endOf(series, recurrenceStart);
  return {
    event,
    series,
    recurrenceStart,
    start,
    end,
    isAllDay: wholeDays(series.zone, start, end) > 0,
    status: event.status === 'cancelled' ? event.status : (override?.status ?? event.status),
    information: override?.information ?? event.information,
    location: override?.location ?? { address: event.locationAddress, name: event.locationName },
  };
}

/**
 * Reads an event, and locks its row until the transaction ends. Each operation of this service that changes an event or its answers locks
 * this row first, so that these operations run one after the other.
 * @throws NotFoundError when no event has this id
 */
export async function lockEvent(manager: EntityManager, id: string): Promise<CalendarEvent> {
  const lock = { mode: 'for_no_key_update' } as const;
  const event = isObjectId(id) ? await manager.findOne(CalendarEvent, { where: { id }, lock }) : null;
  if (!event) throw new NotFoundError('There is no such event or occurrence.');
  return event;
}

/** Reads the occurrence of an event that has this recurrence start. @throws NotFoundError when the event has no such occurrence */
export async function findOccurrence(
  manager: EntityManager,
  cache: SeriesCache,
  event: CalendarEvent,
  recurrenceStart: EpochSeconds,
): Promise<RsvpOccurrence> {
  const series = cache.of(event);
  if (!isInstance(series, recurrenceStart)) throw new NotFoundError('There is no such occurrence.');
  const key = { eventId: event.id, recurrenceAt: toDate(recurrenceStart) };
  const override = series.overridden.has(recurrenceStart) ? await manager.findOneBy(OccurrenceOverride, key) : null;
  return occurrenceOf(event, series, recurrenceStart, override ?? undefined);
}
