import type { EntityManager } from 'typeorm';
import type { CalendarEvent } from './calendar-event.entity';
import { earliestInstant, type Horizon, latestInstant } from './horizon';

/** Start and end of one instance. */
export interface OccurrenceTimes {
  startAt: Date;
  endAt: Date;
}

/**
 * The properties of a series that decide its columns and its stored occurrences; `toStorableSeries` of libs/recurrence returns them.
 * Overrides have rows of their own. In this file, they are not occurrences.
 */
export interface StorableSeries {
  /** Whether the series has too many occurrences to store them. */
  isDense: boolean;
  /** The first occurrence; undefined if there is none. */
  first: OccurrenceTimes | undefined;
  /** No occurrence ends after this instant; undefined for an endless series, and without occurrences. */
  lastEndAt: Date | undefined;
  /** The UTC hours, weekdays, days of the month and months in which the series can have occurrences, as bits. */
  timeIndex: { hours: number; weekdays: number; monthDays: number; months: number };
  /** The occurrences with `endAt >= fromAt` and `startAt < untilAt`, ascending. */
  between(fromAt: Date, untilAt: Date): OccurrenceTimes[];
}

type TimeIndexColumns = Pick<
  CalendarEvent,
  'timeIndexHours' | 'timeIndexWeekdays' | 'timeIndexMonthDays' | 'timeIndexMonths'
>;

/** The columns that {@link deriveTimes} returns. */
export type DerivedTimes = TimeIndexColumns &
  Pick<CalendarEvent, 'firstStartAt' | 'firstEndAt' | 'lastEndAt' | 'materializedFromAt' | 'materializedUntilAt'>;

function timeIndexColumns({ timeIndex }: StorableSeries, isRecurring: boolean): TimeIndexColumns {
  return {
    timeIndexHours: isRecurring ? timeIndex.hours : null,
    timeIndexWeekdays: isRecurring ? timeIndex.weekdays : null,
    timeIndexMonthDays: isRecurring ? timeIndex.monthDays : null,
    timeIndexMonths: isRecurring ? timeIndex.months : null,
  };
}

/**
 * The columns of an event that are derived from its series. `materializedFromAt` and `materializedUntilAt` are the period for which the
 * occurrence table contains the event's occurrences: for a series, the horizon. A bound of the horizon is left out if the series
 * certainly has no occurrence beyond it. For a single event, the period has no bounds.
 */
export function deriveTimes(
  series: StorableSeries,
  { isRecurring, horizon }: { isRecurring: boolean; horizon: Horizon },
): DerivedTimes {
  const { first, isDense } = series;
  const lastEndAt = first ? (series.lastEndAt ?? latestInstant) : earliestInstant;
  const times = {
    firstStartAt: first?.startAt ?? null,
    firstEndAt: first?.endAt ?? null,
    lastEndAt,
    ...timeIndexColumns(series, isRecurring),
  };
  // An empty period, because the occurrences of a dense series are not stored.
  if (isDense) return { ...times, materializedFromAt: latestInstant, materializedUntilAt: earliestInstant };
  const storesFirst = !isRecurring || !first || first.endAt >= horizon.fromAt;
  const storesLast = !isRecurring || lastEndAt < horizon.untilAt;
  return {
    ...times,
    materializedFromAt: storesFirst ? earliestInstant : horizon.fromAt,
    materializedUntilAt: storesLast ? latestInstant : horizon.untilAt,
  };
}

/** Occurrences of one event. */
export interface EventOccurrences {
  event: Pick<CalendarEvent, 'id' | 'status'>;
  occurrences: readonly OccurrenceTimes[];
}

/** Inserts the occurrences of several events with one statement. */
export async function insertOccurrencesOfEvents(
  manager: EntityManager,
  all: readonly EventOccurrences[],
): Promise<void> {
  const rows = all.flatMap(({ event, occurrences }) => occurrences.map((times) => ({ event, ...times })));
  if (rows.length === 0) return;
  // Instants are passed as numbers, because pg serializes a Date several times slower.
  await manager.query(
    `insert into calendar.occurrences (event_id, start_at, end_at, is_cancelled)
     select t.event_id, to_timestamp(t.start_at), to_timestamp(t.end_at), t.is_cancelled
     from unnest($1::text[], $2::float8[], $3::float8[], $4::boolean[]) as t (event_id, start_at, end_at, is_cancelled)`,
    [
      rows.map(({ event }) => event.id),
      rows.map(({ startAt }) => startAt.getTime() / 1_000),
      rows.map(({ endAt }) => endAt.getTime() / 1_000),
      rows.map(({ event }) => event.status === 'cancelled'),
    ],
  );
}

/** Inserts occurrences of one event with one statement. */
export function insertOccurrences(
  manager: EntityManager,
  event: EventOccurrences['event'],
  occurrences: readonly OccurrenceTimes[],
): Promise<void> {
  return insertOccurrencesOfEvents(manager, [{ event, occurrences }]);
}

type MaterializedEvent = Pick<CalendarEvent, 'id' | 'status' | 'materializedFromAt' | 'materializedUntilAt'>;

/** The occurrences of an event that the occurrence table must contain: those from `materializedFromAt` to `materializedUntilAt`. */
export function occurrencesToMaterialize(
  { materializedFromAt, materializedUntilAt }: MaterializedEvent,
  series: StorableSeries,
): OccurrenceTimes[] {
  return materializedFromAt >= materializedUntilAt ? [] : series.between(materializedFromAt, materializedUntilAt);
}

/** Inserts the occurrences of an event after its times changed. The caller first deletes its old occurrences. */
export function materializeOccurrences(
  manager: EntityManager,
  event: MaterializedEvent,
  series: StorableSeries,
): Promise<void> {
  return insertOccurrences(manager, event, occurrencesToMaterialize(event, series));
}
