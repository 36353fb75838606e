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

/** The columns of an event that its series needs. Statements that read many rows return instants as seconds. */
export interface SeriesColumns {
  id: string;
  revision: string;
  timeZone: string;
  startAt: Date | EpochSeconds;
  endAt: Date | EpochSeconds;
  recurrence: string | null;
  /** The starts that overrides replace. */
  overriddenAt: readonly (Date | EpochSeconds)[] | null;
}

const MAX_SERIES = 5_000;
const MAX_RECURRENCES = 1_000;

/** An instant of a row in seconds. */
export function secondsOf(instant: Date | EpochSeconds): EpochSeconds {
  return typeof instant === 'number' ? instant : toEpochSeconds(instant);
}

/** Caches series, and parsed rules, which many series share. */
@Injectable()
export class SeriesCache {
  private readonly byEventId = new LRUCache<string, { revision: string; series: Series }>({ max: MAX_SERIES });
  private readonly recurrences = new LRUCache<string, Recurrence>({ max: MAX_RECURRENCES });

  /** The series of an event as this row describes it. It is cached until a row with another revision arrives. */
  of(event: SeriesColumns): Series {
    const { id, revision } = event;
    const known = this.byEventId.get(id);
    if (known?.revision === revision) return known.series;
    const series = this.compute(event);
    this.byEventId.set(id, { revision, series });
    return series;
  }

  /** The series of an event; only its parsed rule is cached. For series that are used once. */
  compute({ timeZone, startAt, endAt, recurrence, overriddenAt }: SeriesColumns): Series {
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
