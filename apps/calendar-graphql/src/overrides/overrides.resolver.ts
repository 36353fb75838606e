import { endOf, toEpochSeconds } from '@almanac/recurrence';
import { Args, Context, Mutation, Resolver } from '@nestjs/graphql';
import { requireViewer } from '../accounts/viewer';
import { EventOutput, OccurrenceOutput } from '../events/outputs';
import { SeriesCache } from '../events/series-cache';
import {
  type MutationCancelOccurrenceArgs,
  type MutationChangeOccurrenceArgs,
  type MutationChangeSeriesFromArgs,
  type MutationRestoreOccurrenceArgs,
  type SeriesChange,
} from '../generated/schema-types';
import { type GraphqlContext } from '../graphql/graphql-context';
import { OccurrenceNodeOutput } from '../occurrences/occurrence-nodes';
import { checkOccurrenceChange, requireOccurrenceId } from './override-input';
import { type ChangedOccurrence, OverridesService } from './overrides.service';
import { SplitSeriesService } from './split-series.service';

type SeriesChangeOutput = Omit<SeriesChange, 'event' | 'previousEvent'> & {
  event: EventOutput;
  previousEvent: EventOutput | null;
};

/** The mutations that change one occurrence of a series, or an occurrence and all that follow. */
@Resolver('OccurrenceNode')
export class OverridesResolver {
  constructor(
    private readonly overrides: OverridesService,
    private readonly splits: SplitSeriesService,
    private readonly cache: SeriesCache,
  ) {}

  @Mutation('cancelOccurrence')
  async cancel(
    @Args() { id }: MutationCancelOccurrenceArgs,
    @Context() context: GraphqlContext,
  ): Promise<OccurrenceNodeOutput> {
    const viewer = requireViewer(context.viewer);
    const argument = { id: requireOccurrenceId(id), path: 'id' };
    const changed = await this.overrides.change(viewer, argument, () => ({ status: 'cancelled' }));
    return this.nodeOf(changed, context);
  }

  @Mutation('changeOccurrence')
  async change(
    @Args() { input }: MutationChangeOccurrenceArgs,
    @Context() context: GraphqlContext,
  ): Promise<OccurrenceNodeOutput> {
    const viewer = requireViewer(context.viewer);
    const argument = { id: requireOccurrenceId(input.id), path: 'input.id' };
    const changed = await this.overrides.change(viewer, argument, ({ zone }) => checkOccurrenceChange(input, zone));
    return this.nodeOf(changed, context);
  }

  @Mutation('restoreOccurrence')
  async restore(
    @Args() { id }: MutationRestoreOccurrenceArgs,
    @Context() context: GraphqlContext,
  ): Promise<OccurrenceNodeOutput> {
    const viewer = requireViewer(context.viewer);
    const argument = { id: requireOccurrenceId(id), path: 'id' };
    return this.nodeOf(await this.overrides.restore(viewer, argument), context);
  }

  @Mutation('changeSeriesFrom')
  async changeFrom(
    @Args() { input }: MutationChangeSeriesFromArgs,
    @Context() context: GraphqlContext,
  ): Promise<SeriesChangeOutput> {
    const viewer = requireViewer(context.viewer);
    const id = requireOccurrenceId(input.id);
    const { event, previous, removedOverrides } = await this.splits.changeFrom(viewer, id, input);
    context.loaders.overrideTimes.forget(id.eventId);
    return {
      event: new EventOutput(event, this.cache),
      previousEvent: previous && new EventOutput(previous, this.cache),
      removedOverrides,
    };
  }

  private nodeOf(
    { event, recurrenceStart, override }: ChangedOccurrence,
    { loaders }: GraphqlContext,
  ): OccurrenceNodeOutput {
    loaders.overrideTimes.forget(event.id);
    const series = this.cache.of(event);
    const start = override ? toEpochSeconds(override.startAt) : recurrenceStart;
    const end = override ? toEpochSeconds(override.endAt) : endOf(series, recurrenceStart);
    const found = { eventId: event.id, start, end, recurrenceStart, isOverride: override !== undefined };
    const output = new EventOutput(event, this.cache);
    const occurrence = new OccurrenceOutput(event.id, found, series.zone, output);
    return new OccurrenceNodeOutput(found, { event, details: event, override }, this.cache, occurrence, output);
  }
}
