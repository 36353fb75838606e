import { exceptionsText, formatBasicUtc, formatInZone, formatUtc, type Series, type Zone } from '@almanac/recurrence';
import { userOutput } from '../accounts/user-output';
import {
  type CalendarEvent as EventFields,
  type EventOccurrence as OccurrenceFields,
  type EventTime,
  type Location,
  type User,
} from '../generated/schema-types';
import { type GraphqlContext } from '../graphql/graphql-context';
import { type EventRow, type UserRow } from '../graphql/loaders';
import { occurrencesOf } from '../overrides/occurrences-of';
import { type OccurrenceSeconds, type OverrideTimesRow } from '../overrides/override-rows';
import { type EventWindow } from './event-window';
import { secondsOf, type SeriesCache } from './series-cache';

/** The maximum number of items in `CalendarEvent.occurrences`. */
const MAX_OCCURRENCES = 100;

/** The GraphQL type EventTime. */
class TimeOutput implements EventTime {
  /** Cached, because a series can have 1,000 exceptions, and a page of results can have many occurrences of one event. */
  private cachedExceptions?: { text: string | null };

  constructor(
    private readonly row: EventRow,
    private readonly cache: SeriesCache,
  ) {}

  get timeZone(): string {
    return this.row.timeZone;
  }

  get start(): string {
    return formatInZone(this.series.zone, secondsOf(this.row.startAt));
  }

  get end(): string {
    return formatInZone(this.series.zone, secondsOf(this.row.endAt));
  }

  get recurrence(): string | null {
    return this.row.recurrence;
  }

  get exceptions(): string | null {
    this.cachedExceptions ??= { text: exceptionsText(this.series) };
    return this.cachedExceptions.text;
  }

  private get series(): Series {
    return this.cache.of(this.row);
  }
}

/**
 * The GraphQL type CalendarEvent. graphql-js calls a getter only if its field is selected. `eventFields` calls the methods `owner` and
 * `occurrences`, which need the context. The occurrences of one event in a page of results share one object of this class.
 */
export class EventOutput implements Omit<EventFields, 'owner' | 'occurrences'> {
  private timeOutput?: TimeOutput;

  constructor(
    private readonly row: EventRow,
    private readonly cache: SeriesCache,
    /** The time window of the filter by which the event was found. Without one, `occurrences` begins at the start of the event. */
    private readonly window?: EventWindow,
  ) {}

  get id(): string {
    return this.row.id;
  }

  get info(): EventFields['info'] {
    return this.row.information;
  }

  get status(): string {
    return this.row.status;
  }

  get location(): Location {
    return { address: this.row.locationAddress, name: this.row.locationName };
  }

  get time(): EventTime {
    this.timeOutput ??= new TimeOutput(this.row, this.cache);
    return this.timeOutput;
  }

  owner({ loaders, viewer }: GraphqlContext): User | null | Promise<User | null> {
    const output = (user: UserRow | undefined) => (user ? userOutput(user, viewer?.userId) : null);
    const found = loaders.users.load(this.row.ownerId);
    return found instanceof Promise ? found.then(output) : output(found);
  }

  occurrences({ loaders }: Pick<GraphqlContext, 'loaders'>): OccurrenceOutput[] | Promise<OccurrenceOutput[]> {
    if (this.row.status === 'cancelled') return [];
    if (!this.row.overriddenAt?.length) return this.occurrencesWith([]);
    const loaded = loaders.overrideTimes.load(this.id);
    return loaded instanceof Promise
      ? loaded.then((overrides) => this.occurrencesWith(overrides?.times ?? []))
      : this.occurrencesWith(loaded?.times ?? []);
  }

  private occurrencesWith(overrideTimes: OverrideTimesRow['times']): OccurrenceOutput[] {
    const overrides = overrideTimes.filter(({ isCancelled }) => !isCancelled);
    const series = this.cache.of(this.row);
    const { from, to, zone = series.zone }: EventWindow = this.window ?? { from: secondsOf(this.row.startAt) };
    return occurrencesOf(series, overrides, { from, to }, MAX_OCCURRENCES).map(
      (occurrence) => new OccurrenceOutput(this.id, occurrence, zone, this),
    );
  }
}

/** The GraphQL type EventOccurrence, with local times of `zone`; `event` is only undefined if the operation does not select it. */
export class OccurrenceOutput implements Omit<OccurrenceFields, 'event'> {
  constructor(
    private readonly eventId: string,
    private readonly times: OccurrenceSeconds,
    private readonly zone: Zone,
    readonly event?: EventOutput,
  ) {}

  get id(): string {
    return `${this.eventId}_${formatBasicUtc(this.times.recurrenceStart)}`;
  }

  get start(): string {
    return formatInZone(this.zone, this.times.start);
  }

  get utcStart(): string {
    return formatUtc(this.times.start);
  }

  get end(): string {
    return formatInZone(this.zone, this.times.end);
  }

  get utcEnd(): string {
    return formatUtc(this.times.end);
  }

  get timeZone(): string {
    return this.zone.name;
  }
}
