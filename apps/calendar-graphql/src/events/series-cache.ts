import { restoreSeries, type Series } from '@almanac/recurrence';
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

const CAPACITY = 5_000;

/** Keeps the series used last, so that a rule is read once and not with every query that meets it. */
@Injectable()
export class SeriesCache {
  private readonly series = new Map<string, Series>();

  /** The series of an event as it is in the given revision. */
  of({ id, revision, timeZone, startAt, endAt, recurrence }: StoredSeries): Series {
    const key = `${id}_${revision}`;
    const known = this.series.get(key);
    const series = known ?? restoreSeries({ timeZone, start: startAt, end: endAt, recurrence });
    // A Map keeps the order of insertion: the first key is the one not used for longest.
    this.series.delete(key);
    this.series.set(key, series);
    const [oldest] = this.series.keys();
    if (this.series.size > CAPACITY && oldest !== undefined) this.series.delete(oldest);
    return series;
  }
}
