import type { EpochSeconds, LocalSeconds } from '../civil';
import type { LocalTimeType, Transition } from './posix-rule';

/**
 * The offsets of one zone until the end of 2202; `findZone` returns it. When clocks are set forward, the skipped local times are a gap.
 * When clocks are set back, some local times occur twice: they are an overlap, with a first and a second pass.
 */
export interface Zone {
  /** The name in the spelling of the tz database. */
  readonly name: string;
  /** The local time type before the first transition. */
  readonly initial: LocalTimeType;
  readonly transitions: readonly Transition[];
  readonly index: ZoneIndex;
}

interface ZoneIndex {
  /** The instants of the transitions. */
  readonly instants: Float64Array;
  /** offsets[i] is in force before transition i, offsets[i + 1] from it on; seconds east of UTC. */
  readonly offsets: Int32Array;
  /** The first local time that is read with offsets[i + 1]: the later of the two local times of transition i. */
  readonly localTimes: Float64Array;
}

/**
 * @param initial the local time type before the first transition
 * @param transitions the transitions, ascending
 */
export function buildZone(name: string, initial: LocalTimeType, transitions: readonly Transition[]): Zone {
  const offsets = Int32Array.from([initial.offset, ...transitions.map(({ offset }) => offset)]);
  const instants = Float64Array.from(transitions, ({ at }) => at);
  const localTimes = instants.map((at, i) => at + Math.max(offsets[i] ?? 0, offsets[i + 1] ?? 0));
  return { name, initial, transitions, index: { instants, offsets, localTimes } };
}

/** The offset in force at an instant, in seconds east of UTC. */
export function offsetAt(zone: Zone, instant: EpochSeconds): number {
  const { instants, offsets } = zone.index;
  return offsets[countUpTo(instants, instant)] ?? 0;
}

/** The local time of the zone at an instant. */
export function toLocal(zone: Zone, instant: EpochSeconds): LocalSeconds {
  return instant + offsetAt(zone, instant);
}

/**
 * The instant of a local time, by RFC 5545 §3.3.5. A local time in a gap is read with the offset before the gap. A local time
 * in an overlap is read as the first pass, the earlier of its two instants. In both cases, the offset before the transition is valid
 * until the later of the two local times of the transition, so one binary search finds the offset.
 */
export function toInstant(zone: Zone, local: LocalSeconds): EpochSeconds {
  const { localTimes, offsets } = zone.index;
  return local - (offsets[countUpTo(localTimes, local)] ?? 0);
}

/** The local time in a gap that {@link toInstant} reads as this instant; undefined when there is none. */
export function localTimeInGap({ index }: Zone, instant: EpochSeconds): LocalSeconds | undefined {
  const { instants, offsets, localTimes } = index;
  const last = countUpTo(instants, instant) - 1;
  const [before = 0, after = 0] = offsets.subarray(Math.max(0, last), last + 2);
  const local = instant + before;
  return last >= 0 && before < after && local < (localTimes[last] ?? 0) ? local : undefined;
}

/** Consecutive local times that {@link toInstant} reads with the same offset. */
export interface LocalSegment {
  offset: number;
  /** The local times from this one to `until` lie in a gap; equal to `until` when there is no gap. */
  gapFrom: LocalSeconds;
  /** The first local time of the next segment. */
  until: LocalSeconds;
}

/** The segment that contains a local time. It is valid for all later local times before `until`. */
export function segmentAt({ index }: Zone, local: LocalSeconds): LocalSegment {
  const { localTimes, offsets, instants } = index;
  const next = countUpTo(localTimes, local);
  const offset = offsets[next] ?? 0;
  return { offset, gapFrom: (instants[next] ?? Infinity) + offset, until: localTimes[next] ?? Infinity };
}

/** Whether the offset is constant between two instants. False also for a transition that changes only the abbreviation. */
export function isOffsetConstant(zone: Zone, from: EpochSeconds, to: EpochSeconds): boolean {
  return countUpTo(zone.index.instants, from) === countUpTo(zone.index.instants, to);
}

/** The least and the greatest offset in force from the first to the second instant. */
export function offsetRange(
  { index }: Zone,
  from: EpochSeconds,
  to: EpochSeconds,
): { least: number; greatest: number } {
  const { instants, offsets } = index;
  let next = countUpTo(instants, from);
  let least = offsets[next] ?? 0;
  let greatest = least;
  for (; (instants[next] ?? Infinity) <= to && next < instants.length; next += 1) {
    least = Math.min(least, offsets[next + 1] ?? 0);
    greatest = Math.max(greatest, offsets[next + 1] ?? 0);
  }
  return { least, greatest };
}

/**
 * The offset in force at an instant, all later offsets, and the one before them, with which local times in the gap or overlap of the last
 * transition can be read. Each offset occurs once.
 */
export function offsetsFrom({ index }: Zone, instant: EpochSeconds): number[] {
  const first = countUpTo(index.instants, instant);
  return [...new Set(index.offsets.subarray(Math.max(0, first - 1)))];
}

/** The number of the ascending `values` that are ≤ `value`. */
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
