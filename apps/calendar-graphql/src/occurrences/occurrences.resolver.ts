import { Args, Context, Info, Query, Resolver } from '@nestjs/graphql';
import { type GraphQLResolveInfo } from 'graphql';
import { type EventWindow } from '../events/event-window';
import { EventOutput, OccurrenceOutput } from '../events/outputs';
import { SeriesCache } from '../events/series-cache';
import { type QueryOccurrencesArgs } from '../generated/schema-types';
import { type GraphqlContext } from '../graphql/graphql-context';
import { type EventRow } from '../graphql/loaders';
import { selectedFields } from '../graphql/selected-fields';
import { FilterValidator } from './filters';
import { OccurrencesService } from './occurrences.service';
import { type FoundOccurrence } from './occurrence-page';

/** The query `occurrences`. */
@Resolver('EventOccurrence')
export class OccurrencesResolver {
  constructor(
    private readonly occurrences: OccurrencesService,
    private readonly filters: FilterValidator,
    private readonly cache: SeriesCache,
  ) {}

  @Query('occurrences')
  async list(
    @Args() { filter }: QueryOccurrencesArgs,
    @Context() { loaders }: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<OccurrenceOutput[]> {
    const checked = this.filters.check(filter);
    const found = await this.occurrences.list(checked);
    const { window } = checked;
    const fields = selectedFields(info);
    const { zone } = window;
    if (zone && !fields.has('event')) {
      return found.map((occurrence) => new OccurrenceOutput(occurrence.eventId, occurrence, zone));
    }
    const events = await loaders.events.loadAll(found.map(({ eventId }) => eventId));
    if (fields.has('owner')) await loaders.users.loadAll([...events.values()].map(({ ownerId }) => ownerId));
    return this.withEvents(found, window, events);
  }

  /** Without a zone in the filter, times have the zone of the event. Occurrences of events that were deleted meanwhile are left out. */
  private withEvents(
    found: readonly FoundOccurrence[],
    window: EventWindow,
    events: ReadonlyMap<string, EventRow>,
  ): OccurrenceOutput[] {
    const outputs = new Map<string, EventOutput>();
    const outputOf = (event: EventRow): EventOutput => {
      const known = outputs.get(event.id);
      if (known) return known;
      const output = new EventOutput(event, this.cache, window);
      outputs.set(event.id, output);
      return output;
    };
    return found.flatMap((occurrence) => {
      const event = events.get(occurrence.eventId);
      if (!event) return [];
      const zone = window.zone ?? this.cache.of(event).zone;
      return new OccurrenceOutput(event.id, occurrence, zone, outputOf(event));
    });
  }
}
