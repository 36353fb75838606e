import { type CalendarEvent, type OccurrenceOverride } from '@almanac/entities';
import {
  endOf,
  type EpochSeconds,
  formatBasicUtc,
  formatInZone,
  type Series,
  toEpochSeconds,
  wholeDays,
} from '@almanac/recurrence';

/** An occurrence in the payload of webhooks. */
export interface OccurrenceSnapshot {
  id: string;
  eventId: string;
  ownerId: string;
  /** The recurrence start in UTC, e.g. `20260601T090000Z`. */
  recurrenceId: string;
  status: string;
  timeZone: string;
  /** `start` and `end`: RFC 3339 with the offset of `timeZone`. */
  start: string;
  end: string;
  isAllDay: boolean;
  info: CalendarEvent['information'];
  location: { address: string | null; name: string | null };
  updatedAt: Date;
}

/** The snapshot of the occurrence with this recurrence start. @param override undefined if the occurrence has no override */
export function occurrenceSnapshot(
  event: CalendarEvent,
  series: Series,
  recurrenceStart: EpochSeconds,
  override: OccurrenceOverride | undefined,
): OccurrenceSnapshot {
  const start = override ? toEpochSeconds(override.startAt) : recurrenceStart;
  const end = override ? toEpochSeconds(override.endAt) : endOf(series, recurrenceStart);
  const recurrenceId = formatBasicUtc(recurrenceStart);
  return {
    id: `${event.id}_${recurrenceId}`,
    eventId: event.id,
    ownerId: event.ownerId,
    recurrenceId,
    status: event.status === 'cancelled' ? 'cancelled' : (override?.status ?? event.status),
    timeZone: event.timeZone,
    start: formatInZone(series.zone, start),
    end: formatInZone(series.zone, end),
    isAllDay: wholeDays(series.zone, start, end) > 0,
    info: override?.information ?? event.information,
    location: override?.location ?? { address: event.locationAddress, name: event.locationName },
    updatedAt: event.updatedAt,
  };
}
