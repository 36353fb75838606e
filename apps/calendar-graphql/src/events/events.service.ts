import {
  CalendarEvent,
  horizonAt,
  materializeOccurrences,
  OccurrenceOverride,
  replaceOverrides,
  searchDocument,
} from '@almanac/entities';
import { Clock } from '@almanac/platform';
import {
  formatBasicUtc,
  type Series,
  toEpochSeconds,
  toStorableSeries,
  withOverrides,
  withoutOverrides,
} from '@almanac/recurrence';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Viewer } from '../accounts/viewer';
import { recordEventChange } from '../outbox/calendar-outbox-events';
import { findOverrides } from '../overrides/find-overrides';
import { rebaseOverrides, type RebasedOverrides, startOf } from '../overrides/rebase-overrides';
import { RsvpChanges, type StartShift } from '../rsvp/rsvp-changes.service';
import { type RsvpOccurrence } from '../rsvp/rsvp-occurrence';
import { type CheckedEvent, timeColumns } from './event-input';
import { changesBetween, snapshotOf } from './event-snapshot';
import { overridesOfEvent, insertEvents, type NewEvent } from './insert-events';
import { getOwnedEvent, nextRevision } from './owned-event';
import { SeriesCache } from './series-cache';

/** A deleted event, and what was deleted with it. */
export interface DeletedEvent {
  event: CalendarEvent;
  /** How many changed or cancelled occurrences it had. */
  overrides: number;
}

/** A change of an event whose row is locked. */
export interface EventChange {
  before: CalendarEvent;
  columns: Partial<CalendarEvent>;
  /** The new time, as if it had no overrides; undefined when it does not change. */
  series: Series | undefined;
  /** The overrides of the new time; undefined when they stay as they are. */
  rebased?: RebasedOverrides;
  /** Whether overrides change, and the caller records this. Then the event is stored even if nothing else changes. */
  hasChangedOverrides?: boolean;
  /**
   * Maps the starts of the old time to starts of the new one. By default, a single event moves with its start, and the starts of a
   * series do not change. Null: the caller moves the RSVP answers itself.
   */
  shift?: StartShift | null;
}

/** Creates, updates and deletes events. Each operation is one transaction with the occurrences and the outbox event. */
@Injectable()
export class EventsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly cache: SeriesCache,
    private readonly rsvps: RsvpChanges,
  ) {}

  create(actor: Viewer, { columns, series }: CheckedEvent & { series: Series }): Promise<CalendarEvent> {
    return this.dataSource.transaction((manager) => this.insert(manager, actor.userId, { columns, series }));
  }

  /** Inserts an event with its occurrences, in the caller's transaction. */
  async insert(manager: EntityManager, ownerId: string, newEvent: NewEvent): Promise<CalendarEvent> {
    const [event] = await this.insertAll(manager, ownerId, [newEvent]);
    if (!event) throw new Error('No event was inserted.');
    return event;
  }

  /** Inserts up to a few dozen events with their occurrences, in the caller's transaction. */
  insertAll(manager: EntityManager, ownerId: string, newEvents: readonly NewEvent[]): Promise<CalendarEvent[]> {
    return insertEvents(manager, ownerId, newEvents, this.clock.now());
  }

  /**
   * Updates an event. With a new time, each override goes to the instance at its start or on its day. An override without such an
   * instance is removed.
   * @throws NotFoundError when there is no such event
   * @throws NoPermissionError when another user owns it
   */
  update(actor: Viewer, id: string, { columns, series }: CheckedEvent): Promise<CalendarEvent> {
    return this.dataSource.transaction(async (manager) => {
      const before = await getOwnedEvent(manager, actor, id);
      if (!series || before.overriddenAt.length === 0) return this.store(manager, { before, columns, series });
      const overrides = await findOverrides(manager, id);
      return this.store(manager, { before, columns, series, rebased: rebaseOverrides(overrides, series, (at) => at) });
    });
  }

  /** Stores a change of a locked event, in the caller's transaction. Writes nothing when nothing changes. */
  async store(
    manager: EntityManager,
    { before, columns, series, rebased, hasChangedOverrides = false, shift }: EventChange,
  ): Promise<CalendarEvent> {
    const now = this.clock.now();
    const kept = rebased?.kept;
    const newSeries = series && withOverrides(series, (kept ?? []).map(startOf));
    const newTimes = newSeries && timeColumns(newSeries, horizonAt(now));
    const event = Object.assign(new CalendarEvent(), before, columns, newTimes, {
      overriddenAt: kept?.map(({ recurrenceAt }) => recurrenceAt) ?? before.overriddenAt,
      revision: nextRevision(before),
      updatedAt: now,
    });
    const current = snapshotOf(event, series ?? this.cache.of(before));
    const previous = changesBetween(snapshotOf(before, this.cache.of(before)), current);
    const hasChanged = Object.keys(previous).length > 0;
    if (!hasChanged && !hasChangedOverrides) return before;
    const answered = shift === null ? [] : await this.findAnswered(manager, before, event);
    event.searchDocument = searchDocument(event);
    await manager.update(CalendarEvent, { id: event.id }, event);
    await this.replaceOccurrences(manager, before, event, newSeries);
    if (kept) await replaceOverrides(manager, event.id, overridesOfEvent(kept, event));
    await this.rsvps.moveWithOccurrences(manager, answered, {
      event,
      series: withoutOverrides(series ?? this.cache.of(before)),
      shift: shift ?? shiftOfEvent(before, event),
    });
    if (!hasChanged) return event;
    const isCancelled = previous.status !== undefined && event.status === 'cancelled';
    const removedOverrides = rebased?.removed.map((each) => formatBasicUtc(startOf(each))) ?? [];
    await recordEventChange(manager, isCancelled ? 'cancelled' : 'updated', event.revision, {
      current: removedOverrides.length > 0 ? { ...current, removedOverrides } : current,
      previous,
    });
    return event;
  }

  /**
   * Deletes an event permanently. Records a cancellation for webhooks, unless the event was cancelled before.
   * @throws NotFoundError when there is no such event
   * @throws NoPermissionError when another user owns it
   */
  delete(actor: Viewer, id: string): Promise<DeletedEvent> {
    return this.dataSource.transaction(async (manager) => {
      const event = await getOwnedEvent(manager, actor, id);
      for (const occurrence of await this.rsvps.findAnswered(manager, event)) {
        await this.rsvps.removeResponses(manager, occurrence);
      }
      await manager.delete(CalendarEvent, { id });
      if (event.status !== 'cancelled') {
        const current = { ...snapshotOf(event, this.cache.of(event)), status: 'cancelled' };
        await recordEventChange(manager, 'cancelled', nextRevision(event), {
          current,
          previous: { status: event.status },
        });
      }
      return { event, overrides: event.overriddenAt.length };
    });
  }

  /** The answered occurrences that a change concerns. When an ended single event moves into the future, its answers move with it. */
  private findAnswered(manager: EntityManager, before: CalendarEvent, event: CalendarEvent): Promise<RsvpOccurrence[]> {
    const now = this.clock.now();
    return before.recurrence === null && before.endAt <= now && event.endAt > now
      ? this.rsvps.findAnsweredAt(manager, before, toEpochSeconds(before.startAt))
      : this.rsvps.findAnswered(manager, before);
  }

  private async replaceOccurrences(
    manager: EntityManager,
    before: CalendarEvent,
    event: CalendarEvent,
    series: Series | undefined,
  ): Promise<void> {
    const isCancelled = event.status === 'cancelled';
    const hasCancellationChanged = (before.status === 'cancelled') !== isCancelled;
    if (series) {
      await manager.query('delete from calendar.occurrences where event_id = $1', [event.id]);
      await materializeOccurrences(manager, event, toStorableSeries(series));
    } else if (hasCancellationChanged) {
      const values = [event.id, isCancelled];
      await manager.query('update calendar.occurrences set is_cancelled = $2 where event_id = $1', values);
    }
    if (hasCancellationChanged && event.overriddenAt.length > 0) {
      await manager.update(OccurrenceOverride, { eventId: event.id }, { isEventCancelled: isCancelled });
    }
  }
}

/** The start of a single event moves with the event. A start of a series does not change while the new time still has it. */
function shiftOfEvent(before: CalendarEvent, event: CalendarEvent): StartShift {
  const start = toEpochSeconds(event.startAt);
  return before.recurrence === null ? () => start : (each) => each;
}
