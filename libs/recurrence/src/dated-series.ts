import { requireZone, toDate, toEpochSeconds } from './event-time';
import { expand } from './expansion/expand';
import type { Occurrence } from './expansion/occurrence';
import { extentOf, isDense } from './extent';
import type { Series } from './series';
import { timeIndexOf } from './time-index';
import { formatLocal } from './timestamps';
import { toInstant, toLocal } from './zones/zone';

/** An occurrence with Dates, as a table stores it. */
export interface DatedOccurrence {
  startAt: Date;
  endAt: Date;
}

const dated = ({ start, end }: Occurrence): DatedOccurrence => ({ startAt: toDate(start), endAt: toDate(end) });

/**
 * The properties of a series that tables store: whether it is dense, its time index, its first occurrence, and the instant
 * after which no occurrence ends (undefined for an endless series). `between` returns the occurrences with
 * `endAt >= fromAt` and `startAt < untilAt`.
 */
export function datedSeries(series: Series) {
  const [first, second] = expand(series, {}, { limit: 2 });
  // A rule that gives nothing beside the start ends with it, whatever its extent.
  const lastEnd = second ? extentOf(series).to : first?.end;
  return {
    isDense: isDense(series),
    timeIndex: timeIndexOf(series),
    first: first && dated(first),
    lastEndAt: lastEnd === undefined ? undefined : toDate(lastEnd),
    between(fromAt: Date, untilAt: Date): DatedOccurrence[] {
      const from = toEpochSeconds(fromAt);
      // `expand` leaves out occurrences that end exactly at the beginning of its window.
      const window = { from: from - 1, to: toEpochSeconds(untilAt) };
      return expand(series, window)
        .filter(({ end }) => end >= from)
        .map(dated);
    },
  };
}

/** The stored start and end of an event. */
export interface StoredStart extends DatedOccurrence {
  timeZone: string;
  /** The start in the local time of the zone: `YYYY-MM-DDTHH:mm:ss`. */
  startLocal: string;
}

/**
 * Start and end of a stored event by the current zone data. The local time stays and the instants can move, both by the same
 * time. An instant that still has the stored local time does not change: it can be the second pass of an overlap.
 */
export function startByZoneData({ timeZone, startLocal, startAt, endAt }: StoredStart): DatedOccurrence {
  const zone = requireZone(timeZone, 'timeZone');
  const [start, end] = [toEpochSeconds(startAt), toEpochSeconds(endAt)];
  if (formatLocal(toLocal(zone, start)) === startLocal) return { startAt, endAt };
  const moved = toInstant(zone, toEpochSeconds(new Date(`${startLocal}Z`)));
  return { startAt: toDate(moved), endAt: toDate(end + moved - start) };
}
