import {
  createSeries,
  type EpochSeconds,
  parseRecurrence,
  type Recurrence,
  requireZone,
  type Series,
  toEpochSeconds,
} from '@almanac/recurrence';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/**
 * The columns of an event from which its `Series` is computed, i.e. its time, prepared for expansion. Single events have a `Series`, too.
 * Statements in plain SQL return instants in seconds, TypeORM as Dates.
 */
export interface SeriesColumns {
  id: string;
  revision: string;
  timeZone: string;
  startAt: Date | EpochSeconds;
  endAt: Date | EpochSeconds;
  /** Null for a single event. */
  recurrence: string | null;
  /** The recurrence starts of the overrides. Plain SQL returns null if there are none. */
  overriddenAt: readonly (Date | EpochSeconds)[] | null;
}

/** The maximum numbers of cached entries. */
const MAX_SERIES = 5_000;
const MAX_RECURRENCES = 1_000;

/** An instant of {@link SeriesColumns} in seconds. */
export function secondsOf(instant: Date | EpochSeconds): EpochSeconds {
  return typeof instant === 'number' ? instant : toEpochSeconds(instant);
}

/** Caches the `Series` by event, and parsed recurrence rules by their text, because many series have the same rule. */
@Injectable()
export class SeriesCache {
  private readonly byEventId = new LRUCache<string, { revision: string; series: Series }>({ max: MAX_SERIES });
  private readonly recurrences = new LRUCache<string, Recurrence>({ max: MAX_RECURRENCES });

  /** The `Series` of an event. A row with another revision replaces the cached one. */
  of(event: SeriesColumns): Series {
    const { id, revision } = event;
    const known = this.byEventId.get(id);
    if (known?.revision === revision) return known.series;
    const series = this.computeUncached(event);
    this.byEventId.set(id, { revision, series });
    return series;
  }

  /** Like {@link of}, but caches only the parsed rule. For series that are used once. */
  computeUncached({ timeZone, startAt, endAt, recurrence, overriddenAt }: SeriesColumns): Series {
    return createSeries({
      zone: requireZone(timeZone, 'timeZone'),
      start: secondsOf(startAt),
      end: secondsOf(endAt),
      recurrence: recurrence === null ? null : this.recurrenceOf(recurrence),
      overridden: overriddenAt?.map(secondsOf),
    });
  }

  private recurrenceOf(text: string): Recurrence | null {
    const known = this.recurrences.get(text);
    if (known) return known;
    const recurrence = parseRecurrence(text);
    if (recurrence) this.recurrences.set(text, recurrence);
    return recurrence;
  }
}
