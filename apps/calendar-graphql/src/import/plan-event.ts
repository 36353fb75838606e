import { CalendarEvent, type EventStatus, type OccurrenceOverride } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import {
  createSeries,
  endOf,
  type EpochSeconds,
  isInstance,
  parseRecurrence,
  recurrenceLines,
  requireZone,
  type Series,
  toEpochSeconds,
  type Zone,
} from '@almanac/recurrence';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { applyChange, isSameOverride, MAX_OVERRIDES } from '../overrides/apply-change';
import { withCancelledAsExceptions } from '../overrides/cancelled-exceptions';
import { onlyStartOnDay } from '../overrides/reassign-overrides';
import { type FileEvent, type FileTime, type SkippedComponent } from './file/file-event';
import { columnsOf, informationOf, locationOf } from './import-columns';
import { instantOf, recurrenceText, seriesOfOverrides, timesOf, zoneOfEvent } from './import-times';

/** The components of a file with the same UID. */
export interface EventGroup {
  uid: string;
  /** The component without RECURRENCE-ID: the event or series itself. Undefined if the file has only components with RECURRENCE-ID. */
  master: FileEvent | undefined;
  /** The components with RECURRENCE-ID. */
  overrides: FileEvent[];
}

/** An event of the calendar with the UID of a group, before the import. */
export interface KnownEvent {
  event: CalendarEvent;
  /** The series as if it had no overrides: with the instances that the overrides replace. */
  series: Series;
  overrides: OccurrenceOverride[];
}

/** A component with RECURRENCE-ID and its override. */
export interface PlannedOverride {
  file: FileEvent;
  recurrenceStart: EpochSeconds;
  /** Undefined if no value of the component differs from the series. */
  override: OccurrenceOverride | undefined;
}

/** The event that an import creates or updates for a group. */
export interface PlannedEvent {
  group: EventGroup;
  /** The columns except those of the time; empty if only overrides of a known event change. */
  columns: Partial<CalendarEvent>;
  /** The series as if it had no overrides. */
  series: Series;
  /** The components with RECURRENCE-ID that are imported. */
  plannedOverrides: PlannedOverride[];
  /** All overrides of the event after the import, in the order of their RECURRENCE-ID. */
  overrides: OccurrenceOverride[];
  /** The components with RECURRENCE-ID that are not imported. */
  skipped: SkippedComponent[];
}

export interface PlanOptions {
  /** The event before the import; undefined for a new event. */
  known: KnownEvent | undefined;
  /** The zone of dates and of times without a zone, except in components with RECURRENCE-ID: these are read in the zone of the series. */
  zone: string;
  now: Date;
}

/**
 * Plans the event of a group of components.
 * @throws ValidationError when the calendar does not accept the event. Then no component of the group is imported.
 */
export async function planEvent(group: EventGroup, options: PlanOptions): Promise<PlannedEvent> {
  if (group.overrides.length > MAX_OVERRIDES) throw tooManyOverrides();
  const fallback = requireZone(options.zone, 'ics');
  const base = baseOf(group, options, fallback);
  const event = Object.assign(new CalendarEvent(), options.known?.event, base.columns);
  const skipped: SkippedComponent[] = [];
  const byStart = new Map<EpochSeconds, PlannedOverride>();
  for (const file of group.overrides) {
    // `findInstance` can take a few milliseconds, so other requests may run between two calls.
    await nextTurn();
    const recurrenceStart = file.replaces ? findInstance(base.series, file.replaces) : undefined;
    const planned =
      recurrenceStart === undefined
        ? skippedComponent(file, 'Its series has no such occurrence.')
        : planOverride(file, { ...options, event, series: base.series, recurrenceStart });
    if ('reason' in planned) skipped.push(planned);
    else if (byStart.has(planned.recurrenceStart))
      skipped.push(skippedComponent(file, 'Another component replaces the same occurrence.'));
    else byStart.set(planned.recurrenceStart, planned);
  }
  const plannedOverrides = [...byStart.values()];
  return { group, ...base, plannedOverrides, overrides: joinOverrides(group, options, byStart), skipped };
}

/** All overrides of the event after the import. If the group has no master, the known overrides of other occurrences stay. */
function joinOverrides(
  { master }: EventGroup,
  { known }: PlanOptions,
  byStart: ReadonlyMap<EpochSeconds, PlannedOverride>,
): OccurrenceOverride[] {
  const knownOverrides = master ? [] : (known?.overrides ?? []);
  const kept = knownOverrides.filter(({ recurrenceAt }) => !byStart.has(toEpochSeconds(recurrenceAt)));
  const overrides = [...kept, ...[...byStart.values()].flatMap(({ override }) => override ?? [])];
  if (overrides.length > MAX_OVERRIDES) throw tooManyOverrides();
  return overrides.sort((one, other) => one.recurrenceAt.getTime() - other.recurrenceAt.getTime());
}

function tooManyOverrides(): ValidationError {
  return new ValidationError(`A series has at most ${MAX_OVERRIDES} changed or cancelled occurrences.`);
}

/** The columns and the series of the event. If the event is known, a group without a master changes only occurrences. */
function baseOf(
  { master, overrides }: EventGroup,
  { known }: PlanOptions,
  fallback: Zone,
): { columns: Partial<CalendarEvent>; series: Series } {
  if (!master && known) return { columns: {}, series: known.series };
  const file = master ?? seriesOfOverrides(overrides, fallback);
  if (!file) throw new ValidationError('The component has no time.');
  const zone = zoneOfEvent(file, fallback);
  const series = createSeries({ zone, ...timesOf(file, zone), recurrence: parseRecurrence(recurrenceText(file)) });
  return { columns: columnsOf(file, known?.event), series };
}

/**
 * The start of the instance that a RECURRENCE-ID names; undefined without such an instance. Some programs write another time of the same
 * day, or only the date. Then the instance is found if it is the only one of the day.
 */
function findInstance(series: Series, time: FileTime): EpochSeconds | undefined {
  if (!series.recurrence) return undefined;
  const at = instantOf(time, series.zone);
  return isInstance(series, at) ? at : onlyStartOnDay(series, at);
}

function skippedComponent({ line, component, uid, recurrenceId, title }: FileEvent, reason: string): SkippedComponent {
  return { line, component, uid, recurrenceId, title, reason };
}

interface OverrideContext {
  event: CalendarEvent;
  series: Series;
  recurrenceStart: EpochSeconds;
  now: Date;
  known: KnownEvent | undefined;
}

/** The override of a component with RECURRENCE-ID, or why the calendar does not accept it. */
function planOverride(file: FileEvent, context: OverrideContext): PlannedOverride | SkippedComponent {
  const { event, series, recurrenceStart } = context;
  const before = context.known?.overrides.find(({ recurrenceAt }) => toEpochSeconds(recurrenceAt) === recurrenceStart);
  try {
    const hasTimeOfSeries = isDeepStrictEqual(file.start, file.replaces) && !file.end && !file.duration;
    const time = hasTimeOfSeries
      ? { start: recurrenceStart, end: endOf(series, recurrenceStart) }
      : timesOf(file, series.zone);
    const change = {
      time,
      status: overrideStatus(file, event),
      information: overrideInformation(file, event, before),
      location: overrideLocation(file, event, before),
    };
    const override = applyChange(before, change, { event, series, recurrenceStart, now: context.now });
    return { file, recurrenceStart, override };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return skippedComponent(file, error.message);
  }
}

/**
 * The status of an occurrence; undefined when the occurrence keeps its status. Feeds write STATUS:CANCELLED for each occurrence of a
 * cancelled event, so this status does not show whether the occurrence itself was cancelled.
 */
function overrideStatus({ status }: FileEvent, event: CalendarEvent): EventStatus | undefined {
  const written = status ?? event.status;
  return written === 'cancelled' && event.status === 'cancelled' ? undefined : written;
}

/**
 * The titles and descriptions of an occurrence: one entry for each language. Feeds of this calendar contain only the first entry of an
 * event. If the component has the texts of this entry, the occurrence has all entries of the event. Otherwise the component replaces the
 * first entry of the existing override (see `informationOf`). If there is none, the occurrence has only the entry of the component.
 */
function overrideInformation(file: FileEvent, { information }: CalendarEvent, before: OccurrenceOverride | undefined) {
  const titled = { ...file, title: file.title ?? information[0]?.title ?? null };
  const inherited = informationOf(titled, information);
  if (isDeepStrictEqual(inherited, information)) return inherited;
  return informationOf(titled, before?.information ?? information.slice(0, 1));
}

/**
 * The location of an occurrence. If the component has the location that feeds of this calendar contain for the event, the occurrence has
 * the location of the event; otherwise it has that of the component.
 */
function overrideLocation(file: FileEvent, event: CalendarEvent, before: OccurrenceOverride | undefined) {
  const inherited = { name: event.locationName, address: event.locationAddress };
  const location = locationOf(file, inherited);
  return location === inherited ? location : locationOf(file, before?.location ?? undefined);
}

/** Whether an event has the same occurrences and overrides as a plan. A cancelled occurrence is the same as an EXDATE. */
export function hasSameOccurrences(known: KnownEvent, plan: PlannedEvent): boolean {
  const [one, other] = [
    withCancelledAsExceptions(known.series, known.overrides),
    withCancelledAsExceptions(plan.series, plan.overrides),
  ];
  const timesOfSeries = ({ zone, start, end }: Series) => ({ zone: zone.name, start, end });
  return (
    isDeepStrictEqual(timesOfSeries(one), timesOfSeries(other)) &&
    isDeepStrictEqual(recurrenceLines(one), recurrenceLines(other)) &&
    haveSameChanges(known.overrides, plan.overrides)
  );
}

/** Whether two lists have the same overrides. Cancelled occurrences are not compared. */
function haveSameChanges(one: readonly OccurrenceOverride[], other: readonly OccurrenceOverride[]): boolean {
  const changed = (all: readonly OccurrenceOverride[]) => all.filter(({ status }) => status !== 'cancelled');
  const [before, after] = [changed(one), changed(other)];
  return (
    before.length === after.length &&
    before.every((override, index) => {
      const same = after[index];
      return override.recurrenceAt.getTime() === same?.recurrenceAt.getTime() && isSameOverride(override, same);
    })
  );
}
