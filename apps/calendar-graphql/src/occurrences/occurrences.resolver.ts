import { NotFoundError } from '@almanac/errors';
import { toEpochSeconds, type Zone } from '@almanac/recurrence';
import { Args, Context, Query, Resolver } from '@nestjs/graphql';
import { type EventWindow } from '../events/event-window';
import { type OccurrenceOutput, Outputs } from '../events/outputs';
import { SeriesCache } from '../events/series-cache';
import { type QueryOccurrencesArgs } from '../generated/schema-types';
import { type GraphqlContext } from '../graphql/graphql-context';
import { type Loaders } from '../graphql/loaders';
import { Filters } from './filters';
import { OccurrencesService } from './occurrences.service';
import { type FoundOccurrence } from './stored-occurrences';

const times = ({ startAt, endAt }: FoundOccurrence) => ({ start: toEpochSeconds(startAt), end: toEpochSeconds(endAt) });

/** Occurrences, as GraphQL says them. */
@Resolver('EventOccurrence')
export class OccurrencesResolver {
  constructor(
    private readonly occurrences: OccurrencesService,
    private readonly filters: Filters,
    private readonly outputs: Outputs,
    private readonly cache: SeriesCache,
  ) {}

  @Query('occurrences')
  async list(
    @Args() { filter }: QueryOccurrencesArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<OccurrenceOutput[]> {
    const checked = this.filters.check(filter);
    const found = await this.occurrences.list(checked);
    return checked.window.zone
      ? this.inZone(found, checked.window, checked.window.zone)
      : this.inTheirZones(found, checked.window, loaders);
  }

  /** Events are loaded if they are asked for. */
  private inZone(found: readonly FoundOccurrence[], window: EventWindow, zone: Zone): OccurrenceOutput[] {
    return found.map((occurrence) =>
      this.outputs.occurrence(occurrence.eventId, times(occurrence), zone, async (_args, { loaders }) => {
        const event = await loaders.events.load(occurrence.eventId);
        if (!event) throw new NotFoundError('There is no such event.');
        return this.outputs.event(event, window);
      }),
    );
  }

  /** Each event says its zone; one that was deleted since the page was read is left out. */
  private async inTheirZones(
    found: readonly FoundOccurrence[],
    window: EventWindow,
    { events }: Loaders,
  ): Promise<OccurrenceOutput[]> {
    const loaded = await events.loadMany(found.map(({ eventId }) => eventId));
    return found.flatMap((occurrence, index) => {
      const event = loaded[index];
      if (event instanceof Error) throw event;
      if (!event) return [];
      const { zone } = this.cache.of(event);
      return this.outputs.occurrence(event.id, times(occurrence), zone, () => this.outputs.event(event, window));
    });
  }
}
