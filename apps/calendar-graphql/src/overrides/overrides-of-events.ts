import { type CalendarEvent, OccurrenceOverride } from '@almanac/entities';
import { type EntityManager, In } from 'typeorm';
import { groupBy } from '../events/group-by';

/** More rows of one statement would block the event loop for too long: TypeORM takes up to 0.1 ms to create an entity. */
const OVERRIDES_PER_STATEMENT = 100;

/**
 * Reads the overrides of events, in the order of their RECURRENCE-ID. No statement is sent for events without overrides.
 * @param max the maximum number of overrides. The first event that would exceed it, and all events after it, are left out.
 * @returns the overrides by the id of their event
 */
export async function findOverridesByEvent(
  manager: EntityManager,
  events: readonly CalendarEvent[],
  max = Infinity,
): Promise<Map<string, OccurrenceOverride[]>> {
  const found: OccurrenceOverride[] = [];
  for (const eventIds of batchesOf(events, max)) {
    const order = { recurrenceAt: 'ASC' } as const;
    for (const override of await manager.find(OccurrenceOverride, { where: { eventId: In(eventIds) }, order })) {
      found.push(override);
    }
  }
  return groupBy(found, ({ eventId }) => eventId);
}

/** The ids of the events with overrides, in batches. A batch gets events until it has {@link OVERRIDES_PER_STATEMENT} overrides. */
function batchesOf(events: readonly CalendarEvent[], max: number): string[][] {
  const batches: string[][] = [];
  let [total, inBatch] = [0, 0];
  for (const { id, overriddenAt } of events) {
    if (overriddenAt.length === 0) continue;
    if (total + overriddenAt.length > max) break;
    if (batches.length === 0 || inBatch >= OVERRIDES_PER_STATEMENT) {
      batches.push([]);
      inBatch = 0;
    }
    batches.at(-1)?.push(id);
    inBatch += overriddenAt.length;
    total += overriddenAt.length;
  }
  return batches;
}
