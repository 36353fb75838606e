import { findZone, offsetAt, toLocal } from '../src/index';
import { naiveLocalTimes } from './naive-local-times';

const DAY_IN_SECONDS = 86_400;

/** A start in a zone. */
export interface ZonedStart {
  timeZone: string;
  /** Seconds since 1970 UTC. */
  start: number;
}

export function zoneOf(name: string) {
  const zone = findZone(name);
  if (!zone) throw new Error(`The tz database has no zone ${name}.`);
  return zone;
}

/** The instant of a local time, found by trying each offset near it: the first pass of an overlap; in a gap, the offset before. */
function naiveInstant(timeZone: string, local: number): number {
  const zone = zoneOf(timeZone);
  const offsets = [-172_800, 172_800].map((shift) => offsetAt(zone, local + shift));
  const near = [...offsets, offsetAt(zone, local - (offsets[0] ?? 0)), offsetAt(zone, local - (offsets[1] ?? 0))];
  const found = near.map((offset) => local - offset).filter((instant) => toLocal(zone, instant) === local);
  return found.length > 0 ? Math.min(...found) : local - (offsets[0] ?? 0);
}

/**
 * The first `count` instants of a rule, the start included, in the order of their local times. COUNT counts them like this:
 * two local times with the same instant are two of the count.
 */
export function naiveInstants(rule: string, { timeZone, start }: ZonedStart, count: number): number[] {
  const instants: number[] = [start];
  for (const local of naiveLocalTimes(rule, toLocal(zoneOf(timeZone), start))) {
    if (instants.length >= count) break;
    const instant = naiveInstant(timeZone, local);
    if (instant > start) instants.push(instant);
  }
  return instants;
}

/** All starts of a rule within [from, to), ascending and unique. Correct for windows of the first 800 days. */
export function naiveStarts(rule: string, { timeZone, start }: ZonedStart, from: number, to: number): number[] {
  const instants: number[] = [start];
  for (const local of naiveLocalTimes(rule, toLocal(zoneOf(timeZone), start))) {
    if (local > to + 3 * DAY_IN_SECONDS) break;
    if (local < from - 3 * DAY_IN_SECONDS) continue;
    const instant = naiveInstant(timeZone, local);
    if (instant > start) instants.push(instant);
  }
  return ascending(instants.filter((instant) => instant >= from && instant < to));
}

/** Ascending and unique. */
export function ascending(instants: number[]): number[] {
  return [...new Set(instants)].sort((a, b) => a - b);
}
