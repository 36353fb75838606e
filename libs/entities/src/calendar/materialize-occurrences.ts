import type { EntityManager } from 'typeorm';
import type { CalendarEvent } from './calendar-event.entity';
import { earliestInstant, type Horizon, latestInstant } from './horizon';

/** Start and end of one instance. */
export interface OccurrenceTimes {
  startAt: Date;
  endAt: Date;
}

/** What the occurrence table needs to know of a series; libs/recurrence makes it. */
export interface DatedSeries {
  /** Has an instance more often than a table should hold. */
  isDense: boolean;
  /** Undefined when every instance is excluded. */
  first: OccurrenceTimes | undefined;
  /** No instance ends after it; undefined for an endless series. */
  lastEndAt: Date | undefined;
  /** The hours, weekdays, days of the month and months, in UTC and as bits, in which an instance can lie. */
  footprint: { hours: number; weekdays: number; monthDays: number; months: number };
  /** The instances with `endAt >= fromAt` and `startAt < untilAt`, in order. */
  between(fromAt: Date, untilAt: Date): Iterable<OccurrenceTimes>;
}

type Footprint = Pick<CalendarEvent, 'footprintHours' | 'footprintWeekdays' | 'footprintMonthDays' | 'footprintMonths'>;

export type DerivedTimes = Footprint &
  Pick<CalendarEvent, 'firstStartAt' | 'firstEndAt' | 'lastEndAt' | 'materializedFromAt' | 'materializedUntilAt'>;

function footprintColumns({ footprint }: DatedSeries, isRecurring: boolean): Footprint {
  return {
    footprintHours: isRecurring ? footprint.hours : null,
    footprintWeekdays: isRecurring ? footprint.weekdays : null,
    footprintMonthDays: isRecurring ? footprint.monthDays : null,
    footprintMonths: isRecurring ? footprint.months : null,
  };
}

/** The columns of an event that follow from its series, and the part of the horizon the occurrence table will hold of it. */
export function deriveTimes(series: DatedSeries, isRecurring: boolean, horizon: Horizon): DerivedTimes {
  const { first, isDense } = series;
  const lastEndAt = first ? (series.lastEndAt ?? latestInstant) : earliestInstant;
  const bounds = {
    firstStartAt: first?.startAt ?? null,
    firstEndAt: first?.endAt ?? null,
    lastEndAt,
    ...footprintColumns(series, isRecurring),
  };
  if (isDense) return { ...bounds, materializedFromAt: latestInstant, materializedUntilAt: earliestInstant };
  const holdsBeginning = !isRecurring || !first || first.endAt >= horizon.fromAt;
  const holdsEnd = !isRecurring || lastEndAt < horizon.untilAt;
  return {
    ...bounds,
    materializedFromAt: holdsBeginning ? earliestInstant : horizon.fromAt,
    materializedUntilAt: holdsEnd ? latestInstant : horizon.untilAt,
  };
}

/** Writes occurrences of an event with one statement. */
export async function insertOccurrences(
  manager: EntityManager,
  event: Pick<CalendarEvent, 'id' | 'status'>,
  occurrences: Iterable<OccurrenceTimes>,
): Promise<void> {
  const all = [...occurrences];
  if (all.length === 0) return;
  await manager.query(
    `insert into calendar.occurrences (event_id, start_at, end_at, is_cancelled)
     select $1, t.start_at, t.end_at, $2 from unnest($3::timestamptz[], $4::timestamptz[]) as t (start_at, end_at)`,
    [event.id, event.status === 'cancelled', all.map(({ startAt }) => startAt), all.map(({ endAt }) => endAt)],
  );
}

/** Writes the occurrences a new event, or one whose time was replaced, has within what `deriveTimes` decided. */
export async function materializeOccurrences(
  manager: EntityManager,
  event: Pick<CalendarEvent, 'id' | 'status' | 'materializedFromAt' | 'materializedUntilAt'>,
  series: DatedSeries,
): Promise<void> {
  const { materializedFromAt, materializedUntilAt } = event;
  if (materializedFromAt >= materializedUntilAt) return;
  await insertOccurrences(manager, event, series.between(materializedFromAt, materializedUntilAt));
}
