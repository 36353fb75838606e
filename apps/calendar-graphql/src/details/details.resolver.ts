import { Args, Context, Info, Query, Resolver } from '@nestjs/graphql';
import { type GraphQLResolveInfo } from 'graphql';
import { EventListService } from '../events/event-list.service';
import {
  type CategoryCount,
  type PageInfo,
  type QueryCategoriesArgs,
  type QueryEventDetailsArgs,
  type QueryEventDetailsListArgs,
  type QuerySearchEventsArgs,
} from '../generated/schema-types';
import { type GraphqlContext } from '../graphql/graphql-context';
import { isObjectId } from '../graphql/object-id';
import { selectedFields } from '../graphql/selected-fields';
import { FilterValidator } from '../occurrences/filters';
import { searchCursorOf } from '../search/search-cursor';
import { checkSearch } from '../search/search-input';
import { SearchService } from '../search/search.service';
import { CategoriesService } from './categories.service';
import { DetailsLoader } from './details-loader';
import { type EventDetailsOutput } from './event-details';

/** The queries of event details, of searches and of categories. */
@Resolver('EventDetails')
export class DetailsResolver {
  constructor(
    private readonly details: DetailsLoader,
    private readonly events: EventListService,
    private readonly searches: SearchService,
    private readonly categoryCounts: CategoriesService,
    private readonly filters: FilterValidator,
  ) {}

  @Query('eventDetails')
  async eventDetails(
    @Args() { id }: QueryEventDetailsArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<EventDetailsOutput | null> {
    const [details] = isObjectId(id) ? await this.details.load([id], loaders) : [];
    return details ?? null;
  }

  @Query('eventDetailsList')
  async list(
    @Args() { filter, latestFirst }: QueryEventDetailsListArgs,
    @Context() { loaders }: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<EventDetailsOutput[]> {
    const events = await this.events.list(this.filters.check(filter), { owner: filter.owner, latestFirst });
    if (selectedFields(info).has('owner')) await loaders.users.loadAll(events.map(({ ownerId }) => ownerId));
    return this.details.load(
      events.map(({ id }) => id),
      loaders,
    );
  }

  @Query('searchEvents')
  async search(
    @Args() input: QuerySearchEventsArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<{ nodes: EventDetailsOutput[]; pageInfo: PageInfo }> {
    const { after, ...search } = checkSearch(input, this.filters);
    const { owner } = search;
    if (owner !== null && !isObjectId(owner)) return { nodes: [], pageInfo: { endCursor: null, hasNextPage: false } };
    const { ids, last, hasNext } = await this.searches.find(search, after);
    const nodes = await this.details.load(ids, loaders);
    return { nodes, pageInfo: { endCursor: last ? searchCursorOf(last) : null, hasNextPage: hasNext } };
  }

  @Query('categories')
  categories(@Args() { owner }: QueryCategoriesArgs): Promise<CategoryCount[]> {
    return this.categoryCounts.count(owner ?? null);
  }
}
