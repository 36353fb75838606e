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

/** The columns of an event that a series is made from: instants as dates, or as seconds where a statement reads many rows. */
export interface StoredSeries {
  id: string;
  revision: string;
  timeZone: string;
  startAt: Date | EpochSeconds;
  endAt: Date | EpochSeconds;
  recurrence: string | null;
}

const MAX_SERIES = 5_000;
const MAX_RECURRENCES = 1_000;

/** An instant of a row in seconds, however its statement reads it. */
export function secondsOf(instant: Date | EpochSeconds): EpochSeconds {
  return typeof instant === 'number' ? instant : toEpochSeconds(instant);
}

/** Keeps the series used last, and the rules read last, which many series share. */
@Injectable()
export class SeriesCache {
  private readonly known = new LRUCache<string, { revision: string; series: Series }>({ max: MAX_SERIES });
  private readonly recurrences = new LRUCache<string, Recurrence>({ max: MAX_RECURRENCES });

  /** The series of an event as it is in the given revision, so that what another process changed is never missed. */
  of(event: StoredSeries): Series {
    const { id, revision } = event;
    const known = this.known.get(id);
    if (known?.revision === revision) return known.series;
    const series = this.restore(event);
    this.known.set(id, { revision, series });
    return series;
  }

  /** The same without keeping it: for those who read more series than are worth keeping. */
  restore({ timeZone, startAt, endAt, recurrence }: StoredSeries): Series {
    const [start, end] = [secondsOf(startAt), secondsOf(endAt)];
    const zone = requireZone(timeZone, 'timeZone');
    return createSeries({ zone, start, end, recurrence: recurrence === null ? null : this.recurrenceOf(recurrence) });
  }

  private recurrenceOf(text: string): Recurrence | null {
    const known = this.recurrences.get(text);
    if (known) return known;
    const recurrence = parseRecurrence(text);
    if (recurrence) this.recurrences.set(text, recurrence);
    return recurrence;
  }
}
