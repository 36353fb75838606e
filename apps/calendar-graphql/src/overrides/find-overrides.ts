import { OccurrenceOverride } from '@almanac/entities';
import { type EntityManager } from 'typeorm';

/** The overrides of an event, in the order of their RECURRENCE-ID. */
export function findOverrides(manager: EntityManager, eventId: string): Promise<OccurrenceOverride[]> {
  return manager.find(OccurrenceOverride, { where: { eventId }, order: { recurrenceAt: 'ASC' } });
}
