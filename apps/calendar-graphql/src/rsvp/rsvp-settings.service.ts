import { RsvpSettings } from '@almanac/entities';
import { Clock } from '@almanac/platform';
import { type EpochSeconds, isInstance, toEpochSeconds } from '@almanac/recurrence';
import { type SetRsvpDto } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Viewer } from '../accounts/viewer';
import { getOwnedEvent } from '../events/owned-event';
import { SeriesCache } from '../events/series-cache';
import { isObjectId } from '../graphql/object-id';
import { RsvpNotices } from './rsvp-notices.service';
import { findOccurrence } from './rsvp-occurrence';
import { RsvpService } from './rsvp.service';

/** A change of settings. Absent and null settings stay as they are. `unlimited` removes the capacity. */
export type SettingsChange = SetRsvpDto & { unlimited?: boolean | null };

/** Reads and changes the RSVP settings of events. */
@Injectable()
export class RsvpSettingsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly cache: SeriesCache,
    private readonly rsvps: RsvpService,
    private readonly notices: RsvpNotices,
  ) {}

  /** The settings of an event; null when there is no such event, or `setRsvp` was never called for it. */
  async find(eventId: string): Promise<RsvpSettings | null> {
    return isObjectId(eventId) ? this.dataSource.manager.findOneBy(RsvpSettings, { eventId }) : null;
  }

  /**
   * Lets an event take answers, or changes its settings. If the capacity grows, the new places go to the waiting lists at once.
   * @throws NotFoundError when there is no such event
   * @throws NoPermissionError when another user owns it
   */
  set(actor: Viewer, eventId: string, change: SettingsChange): Promise<RsvpSettings> {
    return this.dataSource.transaction(async (manager) => {
      const event = await getOwnedEvent(manager, actor, eventId);
      const now = this.clock.now();
      const known = await manager.findOneBy(RsvpSettings, { eventId });
      const settings = applySettings(known ?? newSettings(eventId, now), change, now);
      await manager.upsert(RsvpSettings, settings, ['eventId']);
      if (!known || !hasMorePlaces(known, settings)) return settings;
      for (const start of await findWaitingStarts(manager, eventId, now)) {
        // After new zone data, an answer can belong to an occurrence that the series no longer has.
        if (!isInstance(this.cache.of(event), start)) continue;
        const occurrence = await findOccurrence(manager, this.cache, event, start);
        await this.notices.record(manager, occurrence, await this.rsvps.promote(manager, occurrence, settings));
      }
      return settings;
    });
  }
}

function newSettings(eventId: string, now: Date): RsvpSettings {
  const defaults = { isOpen: true, capacity: null, maxPartySize: 1, hasWaitingList: true };
  return { eventId, ...defaults, createdAt: now, updatedAt: now };
}

function applySettings(known: RsvpSettings, change: SettingsChange, now: Date): RsvpSettings {
  return {
    ...known,
    isOpen: change.isOpen ?? known.isOpen,
    capacity: change.unlimited === true ? null : (change.capacity ?? known.capacity),
    maxPartySize: change.maxPartySize ?? known.maxPartySize,
    hasWaitingList: change.hasWaitingList ?? known.hasWaitingList,
    updatedAt: now,
  };
}

function hasMorePlaces(before: RsvpSettings, after: RsvpSettings): boolean {
  return before.capacity !== null && (after.capacity ?? Infinity) > before.capacity;
}

/** The recurrence starts of the occurrences that have a waiting list and have not ended, ascending. */
async function findWaitingStarts(manager: EntityManager, eventId: string, now: Date): Promise<EpochSeconds[]> {
  const rows = await manager.query<{ recurrenceAt: Date }[]>(
    `select distinct recurrence_at as "recurrenceAt" from calendar.rsvp_responses
     where event_id = $1 and state = 'waiting' and ends_at > $2 order by 1`,
    [eventId, now],
  );
  return rows.map(({ recurrenceAt }) => toEpochSeconds(recurrenceAt));
}
