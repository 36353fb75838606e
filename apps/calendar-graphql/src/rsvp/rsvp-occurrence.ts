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

/** An occurrence that guests answer. */
export interface RsvpOccurrence {
  event: CalendarEvent;
  series: Series;
  /** The start that the series gives it; the start of a single event. */
  recurrenceStart: EpochSeconds;
  start: EpochSeconds;
  end: EpochSeconds;
  isAllDay: boolean;
  status: EventStatus;
  information: EventInformation[];
  location: OverrideLocation;
}

/** The id of an occurrence in GraphQL. */
export function occurrenceIdOf({ eventId, recurrenceStart }: OccurrenceId): string {
  return `${eventId}_${formatBasicUtc(recurrenceStart)}`;
}

/** The occurrence at a start of the series, with its override if it has one. */
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
 * Reads the event of an id and locks its row until the transaction ends. All answers to an event, and all changes of it, lock this
 * row first, so that they run one after the other.
 * @throws NotFoundError
 */
export async function lockEvent(manager: EntityManager, id: string): Promise<CalendarEvent> {
  const lock = { mode: 'for_no_key_update' } as const;
  const event = isObjectId(id) ? await manager.findOne(CalendarEvent, { where: { id }, lock }) : null;
  if (!event) throw new NotFoundError('There is no such occurrence.');
  return event;
}

/** The occurrence of an event at a start of its series. @throws NotFoundError when the event has no such occurrence */
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
