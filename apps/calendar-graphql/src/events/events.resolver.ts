import { Args, Context, Info, Mutation, Query, Resolver } from '@nestjs/graphql';
import { type GraphQLResolveInfo } from 'graphql';
import { requireViewer } from '../accounts/viewer';
import {
  type DeletedEvent as DeletedEventOutput,
  type MutationCreateEventArgs,
  type MutationDeleteEventArgs,
  type MutationDeleteEventWithReportArgs,
  type MutationUpdateEventArgs,
  type QueryEventArgs,
  type QueryEventsArgs,
} from '../generated/schema-types';
import { type GraphqlContext } from '../graphql/graphql-context';
import { isObjectId } from '../graphql/object-id';
import { selectedFields } from '../graphql/selected-fields';
import { FilterValidator } from '../occurrences/filters';
import { checkEvent, checkNewEvent } from './event-input';
import { EventListService } from './event-list.service';
import { EventsService } from './events.service';
import { EventOutput } from './outputs';
import { SeriesCache } from './series-cache';

/** The queries and mutations of events. */
@Resolver('CalendarEvent')
export class EventsResolver {
  constructor(
    private readonly events: EventsService,
    private readonly eventList: EventListService,
    private readonly filters: FilterValidator,
    private readonly cache: SeriesCache,
  ) {}

  @Query()
  async event(@Args() { id }: QueryEventArgs, @Context() { loaders }: GraphqlContext): Promise<EventOutput | null> {
    const event = isObjectId(id) ? await loaders.events.load(id) : undefined;
    return event ? new EventOutput(event, this.cache) : null;
  }

  @Query('events')
  async list(
    @Args() { filter }: QueryEventsArgs,
    @Context() { loaders }: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<EventOutput[]> {
    const checked = this.filters.check(filter);
    const events = await this.eventList.list(checked, { owner: filter.owner });
    if (selectedFields(info).has('owner')) await loaders.users.loadAll(events.map(({ ownerId }) => ownerId));
    return events.map((event) => new EventOutput(event, this.cache, checked.window));
  }

  @Mutation()
  async createEvent(
    @Args() { input }: MutationCreateEventArgs,
    @Context() context: GraphqlContext,
  ): Promise<EventOutput> {
    const viewer = requireViewer(context.viewer);
    return new EventOutput(await this.events.create(viewer, checkNewEvent(input)), this.cache);
  }

  @Mutation()
  async updateEvent(
    @Args() { input }: MutationUpdateEventArgs,
    @Context() context: GraphqlContext,
  ): Promise<EventOutput> {
    const viewer = requireViewer(context.viewer);
    const event = await this.events.update(viewer, input.id, checkEvent(input));
    // The update can change or remove overrides that this request has already loaded.
    context.loaders.overrideTimes.forget(event.id);
    return new EventOutput(event, this.cache);
  }

  @Mutation()
  async deleteEvent(@Args() { id }: MutationDeleteEventArgs, @Context() context: GraphqlContext): Promise<boolean> {
    await this.events.delete(requireViewer(context.viewer), id);
    return true;
  }

  @Mutation('deleteEventWithReport')
  async deleteWithReport(
    @Args() { id }: MutationDeleteEventWithReportArgs,
    @Context() context: GraphqlContext,
  ): Promise<DeletedEventOutput> {
    const { event, overrides } = await this.events.delete(requireViewer(context.viewer), id);
    const { info, time } = new EventOutput(event, this.cache);
    return { id, info, time, tags: event.tags, overrides };
  }
}
