import type { EpochSeconds, WallSeconds } from '../civil';
import type { Transition } from './posix-rule';

/** The history and future of one zone's clock; made by `findZone`. */
export interface Zone {
  /** The tz database's spelling. */
  readonly name: string;
  /** What was in force before the first transition. */
  readonly initial: Omit<Transition, 'at'>;
  readonly transitions: readonly Transition[];
  readonly index: ZoneIndex;
}

interface ZoneIndex {
  /** The instants of the transitions. */
  readonly instants: Float64Array;
  /** offsets[i] holds before transition i, offsets[i + 1] from it on; seconds east of UTC. */
  readonly offsets: Int32Array;
  /** The wall time from which offsets[i + 1] decides: transition i seen on the later of its two walls. */
  readonly walls: Float64Array;
}

export function buildZone(name: string, initial: Omit<Transition, 'at'>, transitions: readonly Transition[]): Zone {
  const offsets = Int32Array.from([initial.offset, ...transitions.map(({ offset }) => offset)]);
  const instants = Float64Array.from(transitions, ({ at }) => at);
  const walls = instants.map((at, i) => at + Math.max(offsets[i] ?? 0, offsets[i + 1] ?? 0));
  return { name, initial, transitions, index: { instants, offsets, walls } };
}

/** Seconds east of UTC in force at an instant. */
export function offsetAt(zone: Zone, instant: EpochSeconds): number {
  const { instants, offsets } = zone.index;
  return offsets[countUpTo(instants, instant)] ?? 0;
}

/** What the zone's clock shows at an instant. */
export function toWall(zone: Zone, instant: EpochSeconds): WallSeconds {
  return instant + offsetAt(zone, instant);
}

/**
 * The instant of a wall time, by RFC 5545 §3.3.5: a time that a clock skips (gap) is read with the offset before the gap,
 * a time that a clock shows twice (overlap) is the first of the two. Both say: the offset before the transition decides
 * until the later of its two walls is reached, so one binary search answers.
 */
export function toInstant(zone: Zone, wall: WallSeconds): EpochSeconds {
  const { walls, offsets } = zone.index;
  return wall - (offsets[countUpTo(walls, wall)] ?? 0);
}

/** A stretch of wall times that are read with one offset. */
export interface WallSegment {
  offset: number;
  /** From here on the clock skips the wall times of the segment; `until` when it skips none. */
  gapFrom: WallSeconds;
  /** The first wall time of the next segment. */
  until: WallSeconds;
}

/** The segment a wall time lies in: who reads many in a row looks up once for all that lie before `until`. */
export function segmentAt({ index }: Zone, wall: WallSeconds): WallSegment {
  const { walls, offsets, instants } = index;
  const next = countUpTo(walls, wall);
  const offset = offsets[next] ?? 0;
  return { offset, gapFrom: (instants[next] ?? Infinity) + offset, until: walls[next] ?? Infinity };
}

/** Whether the offset is the same from the first to the second instant. */
export function isOffsetConstant(zone: Zone, from: EpochSeconds, to: EpochSeconds): boolean {
  return countUpTo(zone.index.instants, from) === countUpTo(zone.index.instants, to);
}

/** The offset in force from the first to the second instant; undefined when it changes between them. */
export function offsetIfConstant({ index }: Zone, from: EpochSeconds, to: EpochSeconds): number | undefined {
  const { instants, offsets } = index;
  const before = countUpTo(instants, from);
  return to < (instants[before] ?? Infinity) ? (offsets[before] ?? 0) : undefined;
}

/** Every offset with which wall times of an instant and later can be read, the one before a gap or an overlap included. */
export function offsetsFrom({ index }: Zone, instant: EpochSeconds): number[] {
  const first = countUpTo(index.instants, instant);
  return [...new Set(index.offsets.subarray(Math.max(0, first - 1)))];
}

/** How many of the ascending values are ≤ the given one. */
function countUpTo(values: Float64Array, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
