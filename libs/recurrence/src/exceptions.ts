import { dayOf, modulo, SECONDS_PER_DAY } from './civil';
import type { DayNumber, EpochSeconds } from './civil';
import { expand } from './expansion/expand';
import type { Series } from './series';
import { formatBasicUtc } from './timestamps';
import { toInstant, toWall } from './zones/zone';

const MAXIMUM_INSTANTS = 1_000;

/** The series' exceptions as the value of an EXDATE property: UTC, ascending, each once; null when there are none. */
export function exceptionsText(series: Series): string | null {
  const instants = exceptionInstants(series);
  return instants.length > 0 ? instants.map(formatBasicUtc).join(',') : null;
}

/**
 * The instants of the EXDATEs, ascending. One that is a date stands for the instances that would start on it, or, where
 * there are none, for the start's time of day on it.
 */
export function exceptionInstants(series: Series): EpochSeconds[] {
  const found = new Set(series.exceptions);
  for (const day of [...series.exceptDays].sort((a, b) => a - b)) {
    if (found.size >= MAXIMUM_INSTANTS) break;
    for (const instant of instantsOn(series, day)) {
      if (found.size < MAXIMUM_INSTANTS) found.add(instant);
    }
  }
  return [...found].sort((a, b) => a - b);
}

function instantsOn(series: Series, day: DayNumber): EpochSeconds[] {
  const { zone, startWall } = series;
  const whole = { ...series, exceptions: new Set<EpochSeconds>(), exceptDays: new Set<DayNumber>() };
  const from = toInstant(zone, day * SECONDS_PER_DAY);
  const to = toInstant(zone, (day + 1) * SECONDS_PER_DAY);
  const instants: EpochSeconds[] = [];
  for (const { start } of expand(whole, { from, to })) {
    if (instants.length >= MAXIMUM_INSTANTS) break;
    if (start >= from && dayOf(toWall(zone, start)) === day) instants.push(start);
  }
  return instants.length > 0 ? instants : [toInstant(zone, day * SECONDS_PER_DAY + modulo(startWall, SECONDS_PER_DAY))];
}
