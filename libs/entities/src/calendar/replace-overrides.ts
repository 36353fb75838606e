import type { EntityManager } from 'typeorm';
import { OccurrenceOverride } from './occurrence-override.entity';

/** Limits how long the event loop is blocked: TypeORM takes some milliseconds to build a statement with this many rows. */
const ROWS_PER_STATEMENT = 100;

/** Replaces all overrides of an event. */
export async function replaceOverrides(
  manager: EntityManager,
  eventId: string,
  overrides: readonly OccurrenceOverride[],
): Promise<void> {
  await manager.delete(OccurrenceOverride, { eventId });
  for (let index = 0; index < overrides.length; index += ROWS_PER_STATEMENT) {
    await manager.insert(OccurrenceOverride, overrides.slice(index, index + ROWS_PER_STATEMENT));
  }
}
