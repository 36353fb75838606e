import { dayOf, modulo, SECONDS_PER_DAY } from './civil';
import type { DayNumber, EpochSeconds } from './civil';
import { expand, startsAt } from './expansion/expand';
import type { Series } from './series';
import { formatBasicUtc } from './timestamps';
import { toInstant, toLocal } from './zones/zone';

/**
 * At this number of instants, {@link exceptionInstants} adds no further instants of EXDATEs with a date (`VALUE=DATE`): one such EXDATE can
 * exclude many instances. In a feed, the other instances on these dates are not excluded.
 */
const MAX_INSTANTS = 1_000;

/** The exceptions of a series as the value of an EXDATE property: instants in UTC, ascending, each once; null when there are none. */
export function exceptionsText(series: Series): string | null {
  const instants = exceptionInstants(series);
  return instants.length > 0 ? instants.map(formatBasicUtc).join(',') : null;
}

/**
 * The instants of the EXDATEs, ascending. An EXDATE with a date gives the starts of the instances on that date. If there is no instance
 * on that date, it gives the event's time of day on that date.
 */
export function exceptionInstants(series: Series): EpochSeconds[] {
  const found = new Set(series.exceptions);
  for (const day of [...series.exceptionDays].sort((a, b) => a - b)) {
    if (found.size >= MAX_INSTANTS) break;
    for (const instant of instantsOn(series, day)) {
      if (found.size < MAX_INSTANTS) found.add(instant);
    }
  }
  return [...found].sort((a, b) => a - b);
}

/** The same series without its exceptions and overrides. */
export function withoutExceptions(series: Series): Series {
  return { ...withoutOverrides(series), exceptions: new Set<EpochSeconds>(), exceptionDays: new Set<DayNumber>() };
}

/** The same series without its overrides: the instances that they replace are part of it again. */
export function withoutOverrides(series: Series): Series {
  return series.overridden.size === 0 ? series : withOverrides(series, []);
}

/** The same series, with overrides for exactly the instances at `starts`. */
export function withOverrides(series: Series, starts: Iterable<EpochSeconds>): Series {
  return { ...series, overridden: new Set(starts) };
}

/** Whether the series has an instance at a start, also if an override replaces it; false if EXDATE excludes it. */
export function isInstance(series: Series, start: EpochSeconds): boolean {
  return startsAt(withoutOverrides(series), start);
}

function instantsOn(series: Series, day: DayNumber): EpochSeconds[] {
  const { zone, startLocal } = series;
  const from = toInstant(zone, day * SECONDS_PER_DAY);
  const to = toInstant(zone, (day + 1) * SECONDS_PER_DAY);
  const instants = expand(withoutExceptions(series), { from, to, earliestStart: from })
    .map(({ start }) => start)
    .filter((start) => dayOf(toLocal(zone, start)) === day);
  if (instants.length > 0) return instants;
  return [toInstant(zone, day * SECONDS_PER_DAY + modulo(startLocal, SECONDS_PER_DAY))];
}
