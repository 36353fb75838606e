import { OccurrenceOverride } from '@almanac/entities';
import {
  dayOf,
  endOf,
  type EpochSeconds,
  expand,
  formatLocal,
  isInstance,
  SECONDS_PER_DAY,
  type Series,
  toDate,
  toEpochSeconds,
  toInstant,
  toLocal,
  withoutExceptions,
} from '@almanac/recurrence';

/** The overrides of a series with a new time. */
export interface RebasedOverrides {
  /** In the order of their RECURRENCE-ID. */
  kept: OccurrenceOverride[];
  /** Overrides for which the new series has no instance. */
  removed: OccurrenceOverride[];
}

/**
 * Assigns the overrides of a series to the instances of its new time. An override goes to the instance at the shifted start, else
 * to the only instance on the same local day. It is removed when there is none, when another override has this instance, or when an
 * EXDATE excludes the instance at the shifted start.
 * @param series the new series
 * @param shift maps instants of the old series to the new one
 */
export function rebaseOverrides(
  overrides: readonly OccurrenceOverride[],
  series: Series,
  shift: (instant: EpochSeconds) => EpochSeconds,
): RebasedOverrides {
  const byStart = new Map<EpochSeconds, OccurrenceOverride>();
  const displaced: OccurrenceOverride[] = [];
  const removed: OccurrenceOverride[] = [];
  const unexcluded = withoutExceptions(series);
  for (const override of overrides) {
    const start = shift(toEpochSeconds(override.recurrenceAt));
    if (series.recurrence && isInstance(series, start) && !byStart.has(start)) byStart.set(start, override);
    else if (isInstance(unexcluded, start)) removed.push(override);
    else displaced.push(override);
  }
  // Afterwards, so that an override at its exact start has precedence over another one on the same day.
  for (const override of displaced) {
    const start = series.recurrence ? onlyStartOnDay(series, shift(toEpochSeconds(override.recurrenceAt))) : undefined;
    if (start !== undefined && !byStart.has(start)) byStart.set(start, override);
    else removed.push(override);
  }
  const kept = [...byStart].sort(([one], [other]) => one - other);
  return { kept: kept.map(([start, override]) => placeOverride(override, series, start)), removed };
}

/** The override at another instance. Its own time stays; without one it takes the time of the series. */
function placeOverride(override: OccurrenceOverride, series: Series, start: EpochSeconds): OccurrenceOverride {
  const times = { startAt: toDate(start), endAt: toDate(endOf(series, start)) };
  return Object.assign(new OccurrenceOverride(), override, override.startLocal === null && times, {
    recurrenceAt: toDate(start),
    recurrenceLocal: formatLocal(toLocal(series.zone, start)),
    // The local time in the zone of the series, which can be a new one.
    startLocal:
      override.startLocal === null ? null : formatLocal(toLocal(series.zone, toEpochSeconds(override.startAt))),
  });
}

/** The start of the instance on the local day of an instant; undefined when the day has none or several. */
export function onlyStartOnDay(series: Series, instant: EpochSeconds): EpochSeconds | undefined {
  const { zone } = series;
  const day = dayOf(toLocal(zone, instant));
  const [from, to] = [day, day + 1].map((each) => toInstant(zone, each * SECONDS_PER_DAY));
  const [only, second] = expand(series, { from, to, earliestStart: from }, { limit: 2 });
  return second ? undefined : only?.start;
}
