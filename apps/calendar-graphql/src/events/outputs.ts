import {
  exceptionsText,
  expand,
  formatBasicUtc,
  formatInZone,
  formatUtc,
  type Occurrence,
  toEpochSeconds,
  type Zone,
} from '@almanac/recurrence';
import { Injectable } from '@nestjs/common';
import { userOutput } from '../accounts/user-output';
import {
  type CalendarEvent as EventFields,
  type EventOccurrence as OccurrenceFields,
  type EventTime,
  type User,
} from '../generated/schema-types';
import { type GraphqlContext } from '../graphql/graphql-context';
import { type ShownEvent, type ShownUser } from '../graphql/loaders';
import { type EventWindow } from './event-window';
import { SeriesCache } from './series-cache';

/** A CalendarEvent; graphql-js calls the functions when their field is asked for. */
export interface EventOutput extends Omit<EventFields, 'owner' | 'occurrences'> {
  owner(args: object, context: GraphqlContext): User | null | Promise<User | null>;
  occurrences(): OccurrenceOutput[];
}

/** An EventOccurrence; graphql-js calls the function, which is absent where the operation does not ask for the event. */
export interface OccurrenceOutput extends Omit<OccurrenceFields, 'event'> {
  event?: () => EventOutput;
}

/** Occurrences below one event. */
const MAX_OCCURRENCES = 100;

/**
 * Makes what clients see of events and occurrences. Most of it is made when it is asked for, and without resolvers of
 * their own: a page has many of each, and what is done for every field of every item is what a page costs.
 */
@Injectable()
export class Outputs {
  constructor(private readonly cache: SeriesCache) {}

  event(event: ShownEvent, window?: EventWindow): EventOutput {
    const time = (): EventTime => this.time(event);
    return {
      id: event.id,
      info: event.information,
      status: event.status,
      location: { address: event.locationAddress, name: event.locationName },
      get time() {
        return time();
      },
      owner: (_args, { loaders, viewer }) => {
        const shown = (user: ShownUser | undefined) => (user ? userOutput(user, viewer?.userId) : null);
        const found = loaders.users.load(event.ownerId);
        return found instanceof Promise ? found.then(shown) : shown(found);
      },
      occurrences: () => this.occurrences(event, window),
    };
  }

  /** An occurrence as the clock of `zone` shows it. */
  occurrence(eventId: string, { start, end }: Occurrence, zone: Zone, event?: () => EventOutput): OccurrenceOutput {
    return {
      id: `${eventId}_${formatBasicUtc(start)}`,
      start: formatInZone(zone, start),
      utcStart: formatUtc(start),
      end: formatInZone(zone, end),
      utcEnd: formatUtc(end),
      timeZone: zone.name,
      event,
    };
  }

  private time(event: ShownEvent): EventTime {
    const series = this.cache.of(event);
    return {
      timeZone: event.timeZone,
      start: formatInZone(series.zone, toEpochSeconds(event.startAt)),
      end: formatInZone(series.zone, toEpochSeconds(event.endAt)),
      recurrence: event.recurrence,
      get exceptions() {
        return exceptionsText(series);
      },
    };
  }

  private occurrences(event: ShownEvent, window: EventWindow | undefined): OccurrenceOutput[] {
    if (event.status === 'cancelled') return [];
    const series = this.cache.of(event);
    const { from, to, zone = series.zone }: EventWindow = window ?? { from: toEpochSeconds(event.startAt) };
    const outputs: OccurrenceOutput[] = [];
    for (const occurrence of expand(series, { from, to })) {
      outputs.push(this.occurrence(event.id, occurrence, zone, () => this.event(event, window)));
      if (outputs.length >= MAX_OCCURRENCES) break;
    }
    return outputs;
  }
}
