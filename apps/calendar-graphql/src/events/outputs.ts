import {
  exceptionsText,
  expand,
  formatBasicUtc,
  formatInZone,
  formatUtc,
  type Occurrence,
  type Series,
  type Zone,
} from '@almanac/recurrence';
import { userOutput } from '../accounts/user-output';
import {
  type CalendarEvent as EventFields,
  type EventOccurrence as OccurrenceFields,
  type EventTime,
  type Location,
  type User,
} from '../generated/schema-types';
import { type GraphqlContext } from '../graphql/graphql-context';
import { type ShownEvent, type ShownUser } from '../graphql/loaders';
import { type EventWindow } from './event-window';
import { secondsOf, type SeriesCache } from './series-cache';

/** Occurrences below one event. */
const MAX_OCCURRENCES = 100;

/** By event of a request: each occurrence of a page shows the exceptions of its event, and a series may have 1,000. */
const exceptionTexts = new WeakMap<ShownEvent, string | null>();

/** An EventTime as clients see it. */
class TimeOutput implements EventTime {
  constructor(
    private readonly shown: ShownEvent,
    private readonly cache: SeriesCache,
  ) {}

  get timeZone(): string {
    return this.shown.timeZone;
  }

  get start(): string {
    return formatInZone(this.series.zone, secondsOf(this.shown.startAt));
  }

  get end(): string {
    return formatInZone(this.series.zone, secondsOf(this.shown.endAt));
  }

  get recurrence(): string | null {
    return this.shown.recurrence;
  }

  get exceptions(): string | null {
    const known = exceptionTexts.get(this.shown);
    if (known !== undefined) return known;
    const text = exceptionsText(this.series);
    exceptionTexts.set(this.shown, text);
    return text;
  }

  private get series(): Series {
    return this.cache.of(this.shown);
  }
}

/**
 * A CalendarEvent as clients see it. Getters are read when their field is asked for, some of them several times: a page has many
 * events, and what is made for every field of each is what a page costs. What takes arguments or may have to wait is said by
 * {@link eventFields}.
 */
export class EventOutput implements Omit<EventFields, 'owner' | 'occurrences'> {
  constructor(
    private readonly shown: ShownEvent,
    private readonly cache: SeriesCache,
    private readonly window?: EventWindow,
  ) {}

  get id(): string {
    return this.shown.id;
  }

  get info(): EventFields['info'] {
    return this.shown.information;
  }

  get status(): string {
    return this.shown.status;
  }

  get location(): Location {
    return { address: this.shown.locationAddress, name: this.shown.locationName };
  }

  get time(): EventTime {
    return new TimeOutput(this.shown, this.cache);
  }

  owner({ loaders, viewer }: GraphqlContext): User | null | Promise<User | null> {
    const output = (user: ShownUser | undefined) => (user ? userOutput(user, viewer?.userId) : null);
    const found = loaders.users.load(this.shown.ownerId);
    return found instanceof Promise ? found.then(output) : output(found);
  }

  occurrences(): OccurrenceOutput[] {
    if (this.shown.status === 'cancelled') return [];
    const series = this.cache.of(this.shown);
    const { from, to, zone = series.zone }: EventWindow = this.window ?? { from: secondsOf(this.shown.startAt) };
    return expand(series, { from, to }, { limit: MAX_OCCURRENCES }).map(
      (occurrence) => new OccurrenceOutput(this.id, occurrence, zone, this),
    );
  }
}

/** An EventOccurrence as clients see it, on the clock of `zone`; its event may be absent where no operation asks for it. */
export class OccurrenceOutput implements Omit<OccurrenceFields, 'event'> {
  constructor(
    private readonly eventId: string,
    private readonly times: Occurrence,
    private readonly zone: Zone,
    readonly event?: EventOutput,
  ) {}

  get id(): string {
    return `${this.eventId}_${formatBasicUtc(this.times.start)}`;
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
