import { Args, Context, Info, Query, Resolver } from '@nestjs/graphql';
import { type GraphQLResolveInfo } from 'graphql';
import { EventOutput, OccurrenceOutput } from '../events/outputs';
import { SeriesCache } from '../events/series-cache';
import { type PageInfo, type QueryOccurrencePageArgs } from '../generated/schema-types';
import { type GraphqlContext } from '../graphql/graphql-context';
import { type Loaders } from '../graphql/loaders';
import { selectedFields } from '../graphql/selected-fields';
import { overrideKey } from '../overrides/override-rows';
import { type CheckedFilter, FilterValidator } from './filters';
import { cursorOf } from './occurrence-key';
import { OccurrenceNodeOutput } from './occurrence-nodes';
import { type FoundOccurrence } from './occurrence-page';
import { OccurrencesService } from './occurrences.service';

interface OccurrencePageOutput {
  nodes: OccurrenceNodeOutput[];
  pageInfo: PageInfo;
}

/** The query `occurrencePage`. */
@Resolver('OccurrencePage')
export class OccurrencePagesResolver {
  constructor(
    private readonly occurrences: OccurrencesService,
    private readonly filters: FilterValidator,
    private readonly cache: SeriesCache,
  ) {}

  @Query('occurrencePage')
  async page(
    @Args() { filter, first, after }: QueryOccurrencePageArgs,
    @Context() { loaders }: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<OccurrencePageOutput> {
    const checked = this.filters.checkPage(filter, { first, after });
    // Reads one occurrence more than the page contains, to find out whether there is a next page.
    const found = await this.occurrences.list({ ...checked, limit: checked.limit + 1 });
    const items = found.slice(0, checked.limit);
    const last = items.at(-1);
    const pageInfo = { endCursor: last ? cursorOf(last) : null, hasNextPage: found.length > checked.limit };
    return { nodes: await this.nodesOf(items, checked, loaders, selectedFields(info)), pageInfo };
  }

  /**
   * Loads the rows for a page of occurrences. The number of statements does not depend on the size of the page. Occurrences of events that
   * were deleted since the page was read are left out.
   */
  private async nodesOf(
    found: readonly FoundOccurrence[],
    { window }: CheckedFilter,
    loaders: Loaders,
    fields: ReadonlySet<string>,
  ): Promise<OccurrenceNodeOutput[]> {
    const ids = found.map(({ eventId }) => eventId);
    const events = await loaders.events.loadAll(ids);
    if (fields.has('owner')) await loaders.users.loadAll([...events.values()].map(({ ownerId }) => ownerId));
    const details = fields.has('tags') ? await loaders.details.loadAll(ids) : undefined;
    const overridden = found.filter(({ isOverride }) => isOverride);
    const overrides = await loaders.overrides.loadAll(overridden.map(overrideKey));
    const outputs = new Map<string, EventOutput>();
    return found.flatMap((each) => {
      const event = events.get(each.eventId);
      if (!event) return [];
      const output = outputs.get(event.id) ?? new EventOutput(event, this.cache, window);
      outputs.set(event.id, output);
      const zone = window.zone ?? this.cache.of(event).zone;
      const override = each.isOverride ? overrides.get(overrideKey(each)) : undefined;
      const rows = { event, details: details?.get(event.id), override };
      const occurrence = new OccurrenceOutput(event.id, each, zone, output);
      return new OccurrenceNodeOutput(each, rows, this.cache, occurrence, output);
    });
  }
}
