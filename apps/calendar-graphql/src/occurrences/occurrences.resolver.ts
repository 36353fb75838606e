import { NotFoundError } from '@almanac/errors';
import { toEpochSeconds } from '@almanac/recurrence';
import { Args, Context, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { type EventOutput, eventOutput } from '../events/event-output';
import { type OccurrenceOutput, occurrenceOutput } from '../events/occurrence-output';
import { SeriesCache } from '../events/series-cache';
import { type QueryOccurrencesArgs } from '../generated/schema-types';
import { type GraphqlContext } from '../graphql/graphql-context';
import { Filters } from './filters';
import { OccurrencesService } from './occurrences.service';
import { type FoundOccurrence } from './stored-occurrences';

/** Occurrences, as GraphQL says them. */
@Resolver('EventOccurrence')
export class OccurrencesResolver {
  constructor(
    private readonly occurrences: OccurrencesService,
    private readonly filters: Filters,
    private readonly cache: SeriesCache,
  ) {}

  @Query('occurrences')
  async list(
    @Args() { filter }: QueryOccurrencesArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<OccurrenceOutput[]> {
    const checked = this.filters.check(filter);
    const found = await this.occurrences.list(checked);
    const outputs = await Promise.all(
      found.map(async ({ eventId, startAt, endAt }: FoundOccurrence) => {
        const event = await loaders.events.load(eventId);
        // Deleted since the page was read.
        if (!event) return undefined;
        const zone = checked.window.zone ?? this.cache.of(event).zone;
        const occurrence = { start: toEpochSeconds(startAt), end: toEpochSeconds(endAt) };
        return occurrenceOutput(eventId, occurrence, zone, checked.window);
      }),
    );
    return outputs.filter((output) => output !== undefined);
  }

  @ResolveField()
  async event(
    @Parent() { eventId, window }: OccurrenceOutput,
    @Context() { loaders }: GraphqlContext,
  ): Promise<EventOutput> {
    const event = await loaders.events.load(eventId);
    if (!event) throw new NotFoundError('There is no such event.');
    return eventOutput(event, (stored) => this.cache.of(stored), window);
  }
}
