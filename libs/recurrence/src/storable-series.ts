import { requireZone, toDate, toEpochSeconds } from './event-time';
import { expand } from './expansion/expand';
import type { OccurrenceSpan } from './expansion/occurrence';
import { extentOf, isDense } from './extent';
import type { Series } from './series';
import { timeIndexOf } from './time-index';
import { formatLocal } from './timestamps';
import { toInstant, toLocal } from './zones/zone';

/** Start and end of an occurrence as Dates, for the columns of a table. */
export interface OccurrenceDates {
  startAt: Date;
  endAt: Date;
}

const toDates = ({ start, end }: OccurrenceSpan): OccurrenceDates => ({ startAt: toDate(start), endAt: toDate(end) });

/**
 * The properties of a series that tables store: whether it is dense, its time index, its first occurrence, and the instant after which no
 * occurrence ends. `first` is undefined when every instance is excluded or overridden; `lastEndAt` also for an endless series. `between`
 * returns the occurrences with `endAt >= fromAt` and `startAt < untilAt`, ascending. Times of overrides are in none of these; only
 * `isDense` and `timeIndex` also include the instances that overrides replace.
 */
export function toStorableSeries(series: Series) {
  const [first, second] = expand(series, {}, { limit: 2 });
  // A series with a single occurrence ends with it. The extent of its rule can be longer, even endless.
  const lastEnd = second ? extentOf(series).to : first?.end;
  return {
    isDense: isDense(series),
    timeIndex: timeIndexOf(series),
    first: first && toDates(first),
    lastEndAt: lastEnd === undefined ? undefined : toDate(lastEnd),
    between(fromAt: Date, untilAt: Date): OccurrenceDates[] {
      const from = toEpochSeconds(fromAt);
      // `expand` leaves out occurrences that end exactly at the beginning of its window.
      const window = { from: from - 1, to: toEpochSeconds(untilAt) };
      return expand(series, window)
        .filter(({ end }) => end >= from)
        .map(toDates);
    },
  };
}

/** The stored times of an event or override. */
export interface StoredStartAndEnd extends OccurrenceDates {
  timeZone: string;
  /** The start in the local time of the zone: `YYYY-MM-DDTHH:mm:ss`. */
  startLocal: string;
}

/**
 * Start and end of a stored event or override by the current zone data. The local start does not change. Both instants can move, by the
 * same number of seconds. They do not move if the start still has the stored local time. This check is necessary, because a local time
 * occurs twice when clocks are set back: {@link toInstant} would move a start at the second of the two instants to the first.
 */
export function timesByCurrentZoneData({ timeZone, startLocal, startAt, endAt }: StoredStartAndEnd): OccurrenceDates {
  const zone = requireZone(timeZone, 'timeZone');
  const [start, end] = [toEpochSeconds(startAt), toEpochSeconds(endAt)];
  if (formatLocal(toLocal(zone, start)) === startLocal) return { startAt, endAt };
  const moved = toInstant(zone, toEpochSeconds(new Date(`${startLocal}Z`)));
  return { startAt: toDate(moved), endAt: toDate(end + moved - start) };
}
