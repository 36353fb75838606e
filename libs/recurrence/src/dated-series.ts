import { requireZone, toDate, toEpochSeconds } from './event-time';
import { expand } from './expansion/expand';
import type { Occurrence } from './expansion/occurrence';
import { extentOf, isDense } from './extent';
import { footprintOf } from './footprint';
import type { Series } from './series';
import { formatWall } from './timestamps';
import { toInstant, toWall } from './zones/zone';

/** An occurrence with Dates, for those who store it. */
export interface DatedOccurrence {
  startAt: Date;
  endAt: Date;
}

const dated = ({ start, end }: Occurrence): DatedOccurrence => ({ startAt: toDate(start), endAt: toDate(end) });

/**
 * What a table of occurrences asks a series: whether it is dense, its first occurrence, the instant after which none
 * ends (undefined for an endless series), its footprint, and those with `endAt >= fromAt` and `startAt < untilAt`.
 */
export function datedSeries(series: Series) {
  const [first, second] = take(expand(series), 2);
  const { to } = extentOf(series);
  // A rule that never produces anything beside the start ends with it, whatever it says.
  const last = second ? to : first?.end;
  return {
    isDense: isDense(series),
    footprint: footprintOf(series),
    first: first && dated(first),
    lastEndAt: last === undefined ? undefined : toDate(last),
    *between(fromAt: Date, untilAt: Date): Generator<DatedOccurrence> {
      const from = toEpochSeconds(fromAt);
      // One second earlier, so that what ends exactly at `from` is met as well.
      for (const occurrence of expand(series, { from: from - 1, to: toEpochSeconds(untilAt) })) {
        if (occurrence.end >= from) yield dated(occurrence);
      }
    },
  };
}

/** Where and when an event starts, as it is stored. */
export interface StoredStart extends DatedOccurrence {
  timeZone: string;
  /** `YYYY-MM-DDTHH:mm:ss` on the zone's clock. */
  startWall: string;
}

/**
 * Start and end of a stored event by the zone data of today: the wall clock stays what it was, the instant may move. Both
 * move by the same time; an instant that still shows the wall clock stays, so that the second pass of an overlap is kept.
 */
export function startByZoneData({ timeZone, startWall, startAt, endAt }: StoredStart): DatedOccurrence {
  const zone = requireZone(timeZone, 'timeZone');
  const [start, end] = [toEpochSeconds(startAt), toEpochSeconds(endAt)];
  if (formatWall(toWall(zone, start)) === startWall) return { startAt, endAt };
  const moved = toInstant(zone, toEpochSeconds(new Date(`${startWall}Z`)));
  return { startAt: toDate(moved), endAt: toDate(end + moved - start) };
}

function take(occurrences: Iterable<Occurrence>, count: number): Occurrence[] {
  const taken: Occurrence[] = [];
  for (const occurrence of occurrences) {
    taken.push(occurrence);
    if (taken.length >= count) break;
  }
  return taken;
}
