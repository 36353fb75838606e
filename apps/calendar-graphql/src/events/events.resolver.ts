import { expand, type Series, toEpochSeconds } from '@almanac/recurrence';
import { Args, Context, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { userOutput } from '../accounts/user-output';
import { requireViewer } from '../accounts/viewer';
import {
  type MutationCreateEventArgs,
  type MutationDeleteEventArgs,
  type MutationUpdateEventArgs,
  type QueryEventArgs,
  type QueryEventsArgs,
  type User,
} from '../generated/schema-types';
import { type GraphqlContext } from '../graphql/graphql-context';
import { isObjectId } from '../graphql/object-id';
import { Filters } from '../occurrences/filters';
import { checkEvent, checkNewEvent } from './event-input';
import { EventListService } from './event-list.service';
import { type EventOutput, eventOutput } from './event-output';
import { EventsService } from './events.service';
import { type OccurrenceOutput, occurrenceOutput } from './occurrence-output';
import { SeriesCache } from './series-cache';

/** Occurrences below one event. */
const MAX_OCCURRENCES = 100;

/** Events, as GraphQL says them. */
@Resolver('CalendarEvent')
export class EventsResolver {
  constructor(
    private readonly events: EventsService,
    private readonly eventList: EventListService,
    private readonly filters: Filters,
    private readonly cache: SeriesCache,
  ) {}

  private readonly seriesOf = (event: Parameters<SeriesCache['of']>[0]): Series => this.cache.of(event);

  @Query()
  async event(@Args() { id }: QueryEventArgs, @Context() { loaders }: GraphqlContext): Promise<EventOutput | null> {
    const event = isObjectId(id) ? await loaders.events.load(id) : undefined;
    return event ? eventOutput(event, this.seriesOf) : null;
  }

  @Query('events')
  async list(@Args() { filter }: QueryEventsArgs): Promise<EventOutput[]> {
    const checked = this.filters.check(filter);
    const events = await this.eventList.list(checked, filter.owner);
    return events.map((event) => eventOutput(event, this.seriesOf, checked.window));
  }

  @Mutation()
  async createEvent(
    @Args() { input }: MutationCreateEventArgs,
    @Context() context: GraphqlContext,
  ): Promise<EventOutput> {
    const viewer = requireViewer(await context.viewer());
    return eventOutput(await this.events.create(viewer, checkNewEvent(input)), this.seriesOf);
  }

  @Mutation()
  async updateEvent(
    @Args() { input }: MutationUpdateEventArgs,
    @Context() context: GraphqlContext,
  ): Promise<EventOutput> {
    const viewer = requireViewer(await context.viewer());
    return eventOutput(await this.events.update(viewer, input.id, checkEvent(input)), this.seriesOf);
  }

  @Mutation()
  async deleteEvent(@Args() { id }: MutationDeleteEventArgs, @Context() context: GraphqlContext): Promise<boolean> {
    await this.events.delete(requireViewer(await context.viewer()), id);
    return true;
  }

  @ResolveField()
  async owner(@Parent() { source }: EventOutput, @Context() context: GraphqlContext): Promise<User | null> {
    const [owner, viewer] = await Promise.all([context.loaders.users.load(source.ownerId), context.viewer()]);
    return owner ? userOutput(owner, viewer?.userId) : null;
  }

  @ResolveField()
  occurrences(@Parent() { source, window }: EventOutput): OccurrenceOutput[] {
    if (source.status === 'cancelled') return [];
    const series = this.cache.of(source);
    const { from, to, zone } = window ?? { from: toEpochSeconds(source.startAt) };
    const outputs: OccurrenceOutput[] = [];
    for (const occurrence of expand(series, { from, to })) {
      outputs.push(occurrenceOutput(source.id, occurrence, zone ?? series.zone, window));
      if (outputs.length >= MAX_OCCURRENCES) break;
    }
    return outputs;
  }
}
