import {
  CalendarEvent,
  createObjectId,
  type EventOccurrences,
  horizonAt,
  insertOccurrencesOfEvents,
  occurrencesToMaterialize,
  OccurrenceOverride,
  searchDocument,
} from '@almanac/entities';
import { type Series, toEpochSeconds, toStorableSeries, withOverrides } from '@almanac/recurrence';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EntityManager } from 'typeorm';
import { recordCreatedEvents } from '../outbox/calendar-outbox-events';
import { timeColumns } from './event-input';
import { snapshotOf } from './event-snapshot';

/** An event to be inserted, with the overrides of its series. */
export interface NewEvent {
  /** The columns except those of the time. */
  columns: Partial<CalendarEvent>;
  /** The series as if it had no overrides. */
  series: Series;
  overrides?: readonly OccurrenceOverride[];
}

const OVERRIDES_PER_STATEMENT = 100;
/** A statement inserts the occurrences of whole events, so it can exceed this number. */
const OCCURRENCES_PER_STATEMENT = 5_000;

/**
 * Inserts events with their occurrences, overrides and outbox events, in the caller's transaction. Each statement inserts rows of
 * several events. Other requests can run between the expansions of two series.
 * @param events a few dozen at most, because one statement inserts all of them
 */
export async function insertEvents(
  manager: EntityManager,
  ownerId: string,
  events: readonly NewEvent[],
  now: Date,
): Promise<CalendarEvent[]> {
  const rows: EventRows[] = [];
  for (const newEvent of events) {
    // Expanding a series can take a few milliseconds.
    if (rows.length > 0) await nextTurn();
    rows.push(rowsOf(ownerId, newEvent, now));
  }
  const inserted = rows.map(({ event }) => event);
  await manager.insert(CalendarEvent, inserted);
  await insertOccurrences(manager, rows);
  await insertOverrides(
    manager,
    rows.flatMap(({ overrides }) => overrides),
  );
  await recordCreatedEvents(
    manager,
    rows.map(({ event, series }) => ({ revision: event.revision, current: snapshotOf(event, series) })),
  );
  return inserted;
}

/** A new event with its rows in the other tables. */
interface EventRows extends EventOccurrences {
  event: CalendarEvent;
  series: Series;
  overrides: OccurrenceOverride[];
}

function rowsOf(ownerId: string, { columns, series, overrides = [] }: NewEvent, now: Date): EventRows {
  const seriesWithOverrides = withOverrides(
    series,
    overrides.map(({ recurrenceAt }) => toEpochSeconds(recurrenceAt)),
  );
  const event = Object.assign(new CalendarEvent(), columns, timeColumns(seriesWithOverrides, horizonAt(now)), {
    id: createObjectId(),
    ownerId,
    overriddenAt: overrides.map(({ recurrenceAt }) => recurrenceAt),
    revision: '1',
    createdAt: now,
    updatedAt: now,
  });
  event.searchDocument = searchDocument(event);
  const occurrences = occurrencesToMaterialize(event, toStorableSeries(seriesWithOverrides));
  return { event, occurrences, series, overrides: overridesOfEvent(overrides, event) };
}

/** Copies of overrides for an event: with its id, and whether it is cancelled. */
export function overridesOfEvent(
  overrides: readonly OccurrenceOverride[],
  event: Pick<CalendarEvent, 'id' | 'status'>,
): OccurrenceOverride[] {
  const columns = { eventId: event.id, isEventCancelled: event.status === 'cancelled' };
  return overrides.map((override) => Object.assign(new OccurrenceOverride(), override, columns));
}

async function insertOccurrences(manager: EntityManager, events: readonly EventOccurrences[]): Promise<void> {
  let batch: EventOccurrences[] = [];
  let occurrencesInBatch = 0;
  for (const event of events) {
    batch.push(event);
    occurrencesInBatch += event.occurrences.length;
    if (occurrencesInBatch < OCCURRENCES_PER_STATEMENT) continue;
    await insertOccurrencesOfEvents(manager, batch);
    [batch, occurrencesInBatch] = [[], 0];
  }
  await insertOccurrencesOfEvents(manager, batch);
}

async function insertOverrides(manager: EntityManager, overrides: readonly OccurrenceOverride[]): Promise<void> {
  for (let index = 0; index < overrides.length; index += OVERRIDES_PER_STATEMENT) {
    await manager.insert(OccurrenceOverride, overrides.slice(index, index + OVERRIDES_PER_STATEMENT));
  }
}
