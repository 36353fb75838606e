import { Clock } from '@almanac/platform';
import { toEpochSeconds } from '@almanac/recurrence';
import { CalendarGraphqlConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { SeriesCache } from '../events/series-cache';
import { type Loaders } from '../graphql/loaders';
import { EventDetailsOutput } from './event-details';

/** Builds the GraphQL type EventDetails from loaded rows. */
@Injectable()
export class DetailsLoader {
  constructor(
    private readonly cache: SeriesCache,
    private readonly clock: Clock,
    private readonly configuration: CalendarGraphqlConfiguration,
  ) {}

  /** The details of events, in the order of `ids`; unknown ids are left out. Runs two statements at most. */
  async load(ids: readonly string[], loaders: Loaders): Promise<EventDetailsOutput[]> {
    const [events, details] = await Promise.all([loaders.events.loadAll(ids), loaders.details.loadAll(ids)]);
    const context = {
      cache: this.cache,
      now: toEpochSeconds(this.clock.now()),
      calendarUrl: this.configuration.calendarUrl,
    };
    return ids.flatMap((id) => {
      const [event, eventDetails] = [events.get(id), details.get(id)];
      return event && eventDetails ? new EventDetailsOutput(event, eventDetails, context) : [];
    });
  }
}
