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

/** What happens to the overrides of a series whose time has changed. */
export interface RebasedOverrides {
  /** In the order of their RECURRENCE-ID. */
  kept: OccurrenceOverride[];
  /** Overrides that got no instance of the new series. */
  removed: OccurrenceOverride[];
}

/** The start that an override replaces: its RECURRENCE-ID. */
export const startOf = ({ recurrenceAt }: OccurrenceOverride): EpochSeconds => toEpochSeconds(recurrenceAt);

/**
 * Assigns the starts of a series to the instances of its new time. Each start is shifted: if the new series has an instance there, the
 * start gets it; if an EXDATE excludes this instance, the start is left out; otherwise the start gets the only instance on the local day
 * of the shifted start. A start is also left out if this day has no instance or several, or if another start already has the instance.
 * @param starts without duplicates
 * @param series the new series, or the new single event
 * @param shift maps instants of the old series to the new one
 * @returns the start of the new instance by the old start
 */
export function assignInstances(
  starts: readonly EpochSeconds[],
  series: Series,
  shift: (instant: EpochSeconds) => EpochSeconds,
): Map<EpochSeconds, EpochSeconds> {
  const assigned = new Map<EpochSeconds, EpochSeconds>();
  const taken = new Set<EpochSeconds>();
  const displaced: EpochSeconds[] = [];
  const unexcluded = withoutExceptions(series);
  const assign = (start: EpochSeconds, instance: EpochSeconds): void => {
    if (taken.has(instance)) return;
    taken.add(instance);
    assigned.set(start, instance);
  };
  for (const start of starts) {
    const shifted = shift(start);
    if (isInstance(series, shifted)) assign(start, shifted);
    else if (!isInstance(unexcluded, shifted)) displaced.push(start);
  }
  // Afterwards, so that a start whose instance still exists has precedence over another one on the same day.
  for (const start of displaced) {
    const instance = onlyStartOnDay(series, shift(start));
    if (instance !== undefined) assign(start, instance);
  }
  return assigned;
}

/**
 * Assigns the overrides of a series to the instances of its new time, as {@link assignInstances} does. Overrides that get no instance are
 * removed. A single event has no overrides.
 */
export function rebaseOverrides(
  overrides: readonly OccurrenceOverride[],
  series: Series,
  shift: (instant: EpochSeconds) => EpochSeconds,
): RebasedOverrides {
  if (!series.recurrence) return { kept: [], removed: [...overrides] };
  const instances = assignInstances(overrides.map(startOf), series, shift);
  const kept: { start: EpochSeconds; override: OccurrenceOverride }[] = [];
  const removed: OccurrenceOverride[] = [];
  for (const override of overrides) {
    const start = instances.get(startOf(override));
    if (start === undefined) removed.push(override);
    else kept.push({ start, override });
  }
  kept.sort((one, other) => one.start - other.start);
  return { kept: kept.map(({ start, override }) => placeOverride(override, series, start)), removed };
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
