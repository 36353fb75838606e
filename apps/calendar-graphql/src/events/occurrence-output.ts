import { formatBasicUtc, formatInZone, formatUtc, type Occurrence, type Zone } from '@almanac/recurrence';
import { type EventOccurrence } from '../generated/schema-types';
import { type EventWindow } from './event-window';

/** An EventOccurrence without its event, which is resolved by its id. */
export interface OccurrenceOutput extends Omit<EventOccurrence, 'event'> {
  eventId: string;
  window: EventWindow | undefined;
}

/** An occurrence as the clock of `zone` shows it. */
export function occurrenceOutput(
  eventId: string,
  { start, end }: Occurrence,
  zone: Zone,
  window: EventWindow | undefined,
): OccurrenceOutput {
  return {
    eventId,
    window,
    id: `${eventId}_${formatBasicUtc(start)}`,
    start: formatInZone(zone, start),
    utcStart: formatUtc(start),
    end: formatInZone(zone, end),
    utcEnd: formatUtc(end),
    timeZone: zone.name,
  };
}
