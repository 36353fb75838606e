import type { EntityManager } from 'typeorm';
import type { CalendarEvent } from './calendar-event.entity';
import { earliestInstant, type Horizon, latestInstant } from './horizon';

/** Start and end of one instance. */
export interface OccurrenceTimes {
  startAt: Date;
  endAt: Date;
}

/** The properties of a series that tables store; `datedSeries` of libs/recurrence returns them. */
export interface DatedSeries {
  /** Has too many occurrences for the table. */
  isDense: boolean;
  /** Undefined when every occurrence is excluded. */
  first: OccurrenceTimes | undefined;
  /** No occurrence ends after it; undefined for an endless series. */
  lastEndAt: Date | undefined;
  /** The UTC hours, weekdays, days of the month and months in which an occurrence can lie, as bits. */
  timeIndex: { hours: number; weekdays: number; monthDays: number; months: number };
  /** The occurrences with `endAt >= fromAt` and `startAt < untilAt`, ascending. */
  between(fromAt: Date, untilAt: Date): OccurrenceTimes[];
}

type TimeIndexColumns = Pick<
  CalendarEvent,
  'timeIndexHours' | 'timeIndexWeekdays' | 'timeIndexMonthDays' | 'timeIndexMonths'
>;

export type DerivedTimes = TimeIndexColumns &
  Pick<CalendarEvent, 'firstStartAt' | 'firstEndAt' | 'lastEndAt' | 'materializedFromAt' | 'materializedUntilAt'>;

function timeIndexColumns({ timeIndex }: DatedSeries, isRecurring: boolean): TimeIndexColumns {
  return {
    timeIndexHours: isRecurring ? timeIndex.hours : null,
    timeIndexWeekdays: isRecurring ? timeIndex.weekdays : null,
    timeIndexMonthDays: isRecurring ? timeIndex.monthDays : null,
    timeIndexMonths: isRecurring ? timeIndex.months : null,
  };
}

/** The columns of an event that are derived from its series, with the bounds of its rows in the occurrence table. */
export function deriveTimes(series: DatedSeries, isRecurring: boolean, horizon: Horizon): DerivedTimes {
  const { first, isDense } = series;
  const lastEndAt = first ? (series.lastEndAt ?? latestInstant) : earliestInstant;
  const bounds = {
    firstStartAt: first?.startAt ?? null,
    firstEndAt: first?.endAt ?? null,
    lastEndAt,
    ...timeIndexColumns(series, isRecurring),
  };
  if (isDense) return { ...bounds, materializedFromAt: latestInstant, materializedUntilAt: earliestInstant };
  const storesFirst = !isRecurring || !first || first.endAt >= horizon.fromAt;
  const storesLast = !isRecurring || lastEndAt < horizon.untilAt;
  return {
    ...bounds,
    materializedFromAt: storesFirst ? earliestInstant : horizon.fromAt,
    materializedUntilAt: storesLast ? latestInstant : horizon.untilAt,
  };
}

/** Inserts occurrences of an event with one statement. */
export async function insertOccurrences(
  manager: EntityManager,
  event: Pick<CalendarEvent, 'id' | 'status'>,
  occurrences: readonly OccurrenceTimes[],
): Promise<void> {
  if (occurrences.length === 0) return;
  await manager.query(
    `insert into calendar.occurrences (event_id, start_at, end_at, is_cancelled)
     select $1, t.start_at, t.end_at, $2 from unnest($3::timestamptz[], $4::timestamptz[]) as t (start_at, end_at)`,
    [
      event.id,
      event.status === 'cancelled',
      occurrences.map(({ startAt }) => startAt),
      occurrences.map(({ endAt }) => endAt),
    ],
  );
}

/** Inserts the occurrences of a new event, or of one with a new time, within the bounds of `deriveTimes`. */
export async function materializeOccurrences(
  manager: EntityManager,
  event: Pick<CalendarEvent, 'id' | 'status' | 'materializedFromAt' | 'materializedUntilAt'>,
  series: DatedSeries,
): Promise<void> {
  const { materializedFromAt, materializedUntilAt } = event;
  if (materializedFromAt >= materializedUntilAt) return;
  await insertOccurrences(manager, event, series.between(materializedFromAt, materializedUntilAt));
}
