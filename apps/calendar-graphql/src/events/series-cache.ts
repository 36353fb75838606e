import {
  createSeries,
  parseRecurrence,
  type Recurrence,
  requireZone,
  type Series,
  toEpochSeconds,
} from '@almanac/recurrence';
import { Injectable } from '@nestjs/common';

/** The columns of an event that a series is made from. */
export interface StoredSeries {
  id: string;
  revision: string;
  timeZone: string;
  startAt: Date;
  endAt: Date;
  recurrence: string | null;
}

const SERIES = 5_000;
const TEXTS = 1_000;

/** The value kept for a key, made when it is not there; beyond `capacity` the one used least recently goes. */
function recall<T>(kept: Map<string, T>, key: string, capacity: number, make: () => T): T {
  const value = kept.get(key) ?? make();
  // A Map keeps the order of insertion: the first key is the one not used for longest.
  kept.delete(key);
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > capacity && oldest !== undefined) kept.delete(oldest);
  return value;
}

/** Keeps the series used last, and the rules read last, which many series share. */
@Injectable()
export class SeriesCache {
  private readonly series = new Map<string, Series>();
  private readonly recurrences = new Map<string, Recurrence | null>();

  /** The series of an event as it is in the given revision. */
  of(event: StoredSeries): Series {
    return recall(this.series, `${event.id}_${event.revision}`, SERIES, () => this.restore(event));
  }

  private restore({ timeZone, startAt, endAt, recurrence: text }: StoredSeries): Series {
    const recurrence = text === null ? null : recall(this.recurrences, text, TEXTS, () => parseRecurrence(text));
    const [start, end] = [toEpochSeconds(startAt), toEpochSeconds(endAt)];
    return createSeries({ zone: requireZone(timeZone, 'timeZone'), start, end, recurrence });
  }
}
