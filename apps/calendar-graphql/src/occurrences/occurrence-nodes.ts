import { formatBasicUtc, formatLocal, toLocal, wholeDays } from '@almanac/recurrence';
import { type EventOutput, type OccurrenceOutput } from '../events/outputs';
import { type SeriesCache } from '../events/series-cache';
import { type OccurrenceNode } from '../generated/schema-types';
import { type DetailsRow, type EventRow } from '../graphql/loaders';
import { type OverrideRow } from '../overrides/override-rows';
import { type FoundOccurrence } from './occurrence-page';

type NodeFields = Omit<OccurrenceNode, 'occurrence'> & { occurrence: OccurrenceOutput };

/** The rows from which the GraphQL type OccurrenceNode is built. */
export interface OccurrenceRows {
  event: EventRow;
  /** Undefined if the operation does not select `tags`, or if the event was deleted before its details were read. */
  details: Pick<DetailsRow, 'tags'> | undefined;
  /** Undefined for an occurrence that follows its series. */
  override: Omit<OverrideRow, 'id'> | undefined;
}

/** The GraphQL type OccurrenceNode. graphql-js calls a getter only if its field is selected. */
export class OccurrenceNodeOutput implements NodeFields {
  constructor(
    private readonly found: FoundOccurrence,
    private readonly rows: OccurrenceRows,
    private readonly cache: SeriesCache,
    readonly occurrence: OccurrenceOutput,
    private readonly event: EventOutput,
  ) {}

  get isAllDay(): boolean {
    const { zone, allDayLength } = this.cache.of(this.rows.event);
    const { isOverride, start, end } = this.found;
    return isOverride ? wholeDays(zone, start, end) > 0 : allDayLength > 0;
  }

  get startDate(): string | null {
    return this.isAllDay ? this.dateOf(this.found.start) : null;
  }

  get endDate(): string | null {
    return this.isAllDay ? this.dateOf(this.found.end) : null;
  }

  get info(): OccurrenceNode['info'] {
    return this.rows.override?.information ?? this.rows.event.information;
  }

  get location(): OccurrenceNode['location'] {
    return this.rows.override?.location ?? this.event.location;
  }

  get status(): string {
    const { event, override } = this.rows;
    return event.status === 'cancelled' ? event.status : (override?.status ?? event.status);
  }

  get tags(): string[] {
    return this.rows.details?.tags ?? [];
  }

  get recurrenceId(): string | null {
    return this.rows.event.recurrence === null ? null : formatBasicUtc(this.found.recurrenceStart);
  }

  private dateOf(instant: number): string {
    return formatLocal(toLocal(this.cache.of(this.rows.event).zone, instant)).slice(0, 10);
  }
}
