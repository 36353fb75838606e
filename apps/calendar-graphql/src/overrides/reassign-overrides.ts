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

/** The overrides of a series after a change of its time. */
export interface ReassignedOverrides {
  /** The overrides with their new recurrence starts, ascending. */
  kept: OccurrenceOverride[];
  /** The old overrides that got no instance of the new series. */
  removed: OccurrenceOverride[];
}

/** The recurrence start of an override, in seconds. */
export const recurrenceStartOf = ({ recurrenceAt }: OccurrenceOverride): EpochSeconds => toEpochSeconds(recurrenceAt);

/**
 * Assigns recurrence starts of a series to the instances of its new time. First, `shift` maps each start to the new series:
 * - If the new series has an instance at the shifted start, the start gets this instance.
 * - If only an EXDATE excludes an instance there, the start is left out.
 * - Otherwise the start gets the only instance on the local day of the shifted start. It is left out if the day has none or several.
 *
 * If several starts would get the same instance, the start whose shifted start equals that of the instance gets it; if there is none,
 * the first of them. The others are left out.
 * @param starts without duplicates
 * @param series the time after the change; it can be that of a single event
 * @returns the starts of the new instances, by the old starts
 */
export function assignInstances(
  starts: readonly EpochSeconds[],
  series: Series,
  shift: (instant: EpochSeconds) => EpochSeconds,
): Map<EpochSeconds, EpochSeconds> {
  const assigned = new Map<EpochSeconds, EpochSeconds>();
  const taken = new Set<EpochSeconds>();
  const displaced: EpochSeconds[] = [];
  const seriesWithoutExceptions = withoutExceptions(series);
  const assign = (start: EpochSeconds, instance: EpochSeconds): void => {
    if (taken.has(instance)) return;
    taken.add(instance);
    assigned.set(start, instance);
  };
  for (const start of starts) {
    const shifted = shift(start);
    if (isInstance(series, shifted)) assign(start, shifted);
    else if (!isInstance(seriesWithoutExceptions, shifted)) displaced.push(start);
  }
  // These starts come last, so that they do not take an instance that another start has exactly.
  for (const start of displaced) {
    const instance = onlyStartOnDay(series, shift(start));
    if (instance !== undefined) assign(start, instance);
  }
  return assigned;
}

/**
 * Assigns the overrides of a series to the instances of its new time, as {@link assignInstances} does. If the event becomes a single event,
 * all overrides are removed.
 */
export function reassignOverrides(
  overrides: readonly OccurrenceOverride[],
  series: Series,
  shift: (instant: EpochSeconds) => EpochSeconds,
): ReassignedOverrides {
  if (!series.recurrence) return { kept: [], removed: [...overrides] };
  const instances = assignInstances(overrides.map(recurrenceStartOf), series, shift);
  const kept: { start: EpochSeconds; override: OccurrenceOverride }[] = [];
  const removed: OccurrenceOverride[] = [];
  for (const override of overrides) {
    const start = instances.get(recurrenceStartOf(override));
    if (start === undefined) removed.push(override);
    else kept.push({ start, override });
  }
  kept.sort((one, other) => one.start - other.start);
  return { kept: kept.map(({ start, override }) => placeOverride(override, series, start)), removed };
}

/** An override after its assignment to an instance. It keeps its own time if it has one; otherwise it gets the time of the instance. */
function placeOverride(override: OccurrenceOverride, series: Series, start: EpochSeconds): OccurrenceOverride {
  const times = { startAt: toDate(start), endAt: toDate(endOf(series, start)) };
  return Object.assign(new OccurrenceOverride(), override, override.startLocal === null && times, {
    recurrenceAt: toDate(start),
    recurrenceLocal: formatLocal(toLocal(series.zone, start)),
    // The change can have given the series another zone.
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
