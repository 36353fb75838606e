import { type EpochSeconds } from '@almanac/recurrence';
import { EventOutput, OccurrenceOutput } from '../events/outputs';
import { type SeriesCache } from '../events/series-cache';
import { type EventDetails, type FeedLinks } from '../generated/schema-types';
import { type GraphqlContext } from '../graphql/graphql-context';
import { listSizeOf } from '../graphql/list-size';
import { type DetailsRow, type EventRow, type Loaders } from '../graphql/loaders';
import { feedLinks } from '../icalendar/feed-links';
import { OccurrenceNodeOutput } from '../occurrences/occurrence-nodes';
import { occurrencesOf } from '../overrides/occurrences-of';
import { overrideKey, type OccurrenceSeconds, type OverrideTimesRow } from '../overrides/override-rows';

const DEFAULT_OVERRIDES = 100;
const MAX_OVERRIDES = 1_000;
const DEFAULT_NEXT_OCCURRENCES = 10;
const MAX_NEXT_OCCURRENCES = 100;

interface ListArguments {
  first?: number | null;
}

/** The values that the details of an event need in addition to its rows. */
export interface DetailsContext {
  cache: SeriesCache;
  now: EpochSeconds;
  /** The public URL of the calendar. */
  calendarUrl: string;
}

type Nodes = OccurrenceNodeOutput[];
type DetailFields = Omit<EventDetails, 'event' | 'overrides' | 'nextOccurrences'>;

/** The GraphQL type EventDetails. The loaders read the overrides of several events with one statement. */
export class EventDetailsOutput implements DetailFields {
  readonly event: EventOutput;

  constructor(
    private readonly row: EventRow,
    private readonly details: DetailsRow,
    private readonly context: DetailsContext,
  ) {
    this.event = new EventOutput(row, context.cache);
  }

  get uid(): string {
    return this.details.uid;
  }

  get tags(): string[] {
    return this.details.tags;
  }

  get isAllDay(): boolean {
    return this.context.cache.of(this.row).allDayLength > 0;
  }

  get icsUrl(): string {
    return this.feedLinks.icsUrl;
  }

  get webcalUrl(): string {
    return this.feedLinks.webcalUrl;
  }

  private get feedLinks(): FeedLinks {
    return feedLinks(this.context.calendarUrl, `events/${this.row.id}.ics`);
  }

  get createdAt(): string {
    return this.details.createdAt;
  }

  get updatedAt(): string {
    return this.details.updatedAt;
  }

  async overrides({ first }: ListArguments, { loaders }: GraphqlContext): Promise<Nodes> {
    const size = listSizeOf(first, { default: DEFAULT_OVERRIDES, max: MAX_OVERRIDES });
    const times = await this.overrideTimes(loaders);
    const listed = [...times].sort((one, other) => one.recurrenceStart - other.recurrenceStart).slice(0, size);
    return this.nodesOf(listed, times, loaders);
  }

  async nextOccurrences({ first }: ListArguments, { loaders }: GraphqlContext): Promise<Nodes> {
    const size = listSizeOf(first, { default: DEFAULT_NEXT_OCCURRENCES, max: MAX_NEXT_OCCURRENCES });
    if (this.row.status === 'cancelled') return [];
    const times = await this.overrideTimes(loaders);
    const takingPlace = times.filter(({ isCancelled }) => !isCancelled);
    const series = this.context.cache.of(this.row);
    return this.nodesOf(occurrencesOf(series, takingPlace, { from: this.context.now }, size), times, loaders);
  }

  private async overrideTimes(loaders: Loaders): Promise<OverrideTimesRow['times']> {
    // `overriddenAt` contains the recurrence starts of the overrides.
    if (!this.row.overriddenAt?.length) return [];
    return (await loaders.overrideTimes.load(this.row.id))?.times ?? [];
  }

  private async nodesOf(
    occurrences: readonly OccurrenceSeconds[],
    overrides: readonly OccurrenceSeconds[],
    loaders: Loaders,
  ): Promise<Nodes> {
    const { cache } = this.context;
    const { zone } = cache.of(this.row);
    const overridden = new Set(overrides.map(({ recurrenceStart }) => recurrenceStart));
    return Promise.all(
      occurrences.map(async ({ start, end, recurrenceStart }) => {
        const isOverride = overridden.has(recurrenceStart);
        const found = { start, end, recurrenceStart, eventId: this.row.id, isOverride };
        const override = isOverride ? await loaders.overrides.load(overrideKey(found)) : undefined;
        const occurrence = new OccurrenceOutput(this.row.id, found, zone, this.event);
        const rows = { event: this.row, details: this.details, override };
        return new OccurrenceNodeOutput(found, rows, cache, occurrence, this.event);
      }),
    );
  }
}
