import { type CalendarEvent } from '@almanac/entities';
import { exceptionsText, formatInZone, type Series, toEpochSeconds } from '@almanac/recurrence';
import { type CalendarEvent as EventFields, type EventTime } from '../generated/schema-types';
import { type EventWindow } from './event-window';

/** A CalendarEvent without the fields that are resolved by themselves; `source` and `window` are for those. */
export interface EventOutput extends Omit<EventFields, 'owner' | 'occurrences'> {
  source: CalendarEvent;
  window: EventWindow | undefined;
}

function timeOutput({ timeZone, startAt, endAt, recurrence }: CalendarEvent, series: Series): EventTime {
  return {
    timeZone,
    start: formatInZone(series.zone, toEpochSeconds(startAt)),
    end: formatInZone(series.zone, toEpochSeconds(endAt)),
    recurrence,
    exceptions: exceptionsText(series),
  };
}

/** Getters, because a page has many events and a query seldom asks for all of each. */
export function eventOutput(
  event: CalendarEvent,
  seriesOf: (event: CalendarEvent) => Series,
  window?: EventWindow,
): EventOutput {
  return {
    source: event,
    window,
    id: event.id,
    info: event.information,
    status: event.status,
    location: { address: event.locationAddress, name: event.locationName },
    get time() {
      return timeOutput(event, seriesOf(event));
    },
  };
}
