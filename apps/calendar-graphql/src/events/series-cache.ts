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

/** The columns of an event that a series is made from: instants as dates, or as seconds where a statement reads many rows. */
export interface StoredSeries {
  id: string;
  revision: string;
  timeZone: string;
  startAt: Date | EpochSeconds;
  endAt: Date | EpochSeconds;
  recurrence: string | null;
}

const SERIES = 5_000;
const TEXTS = 1_000;

function seconds(instant: Date | EpochSeconds): EpochSeconds {
  return typeof instant === 'number' ? instant : toEpochSeconds(instant);
}

/**
 * Keeps at least the `capacity` values used last, at most twice as many. Two generations, of which the older goes at once:
 * being found costs no more than a lookup, which a page does for each of hundreds of series.
 */
class Recent<T> {
  private young = new Map<string, T>();
  private old = new Map<string, T>();

  constructor(private readonly capacity: number) {}

  get(key: string): T | undefined {
    const value = this.young.get(key);
    if (value !== undefined) return value;
    const older = this.old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: string, value: T): void {
    if (this.young.size >= this.capacity) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(key, value);
  }
}

/** Keeps the series used last, and the rules read last, which many series share. */
@Injectable()
export class SeriesCache {
  private readonly known = new Recent<{ revision: string; series: Series }>(SERIES);
  private readonly recurrences = new Recent<Recurrence>(TEXTS);

  /** The series of an event as it is in the given revision, so that what another process changed is never missed. */
  of(event: StoredSeries): Series {
    const { id, revision } = event;
    const known = this.known.get(id);
    if (known?.revision === revision) return known.series;
    const series = this.restore(event);
    this.known.set(id, { revision, series });
    return series;
  }

  private restore({ timeZone, startAt, endAt, recurrence }: StoredSeries): Series {
    const [start, end] = [seconds(startAt), seconds(endAt)];
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
