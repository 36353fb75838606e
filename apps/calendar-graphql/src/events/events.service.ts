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
import { type ReassignedOverrides, reassignOverrides, recurrenceStartOf } from '../overrides/reassign-overrides';
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
  /** The event before the change. */
  before: CalendarEvent;
  /** The new values of columns, except those of the time. */
  columns: Partial<CalendarEvent>;
  /** The time after the change, as if it had no overrides. If it is undefined, the time does not change. */
  series: Series | undefined;
  /** The overrides after a change of the time, also if none of them changes. It can be undefined if there are no overrides. */
  reassigned?: ReassignedOverrides;
  /** Whether overrides change, and the caller records the outbox events for them. Then the event is stored even if nothing else changes. */
  hasChangedOverrides?: boolean;
  /**
   * Maps recurrence starts of the old time to those of the new one, so that RSVP answers follow their occurrences. By default, the answers
   * to a single event move with its start, and those to a series keep their starts. Null: the caller moves the answers itself.
   */
  shift?: StartShift | null;
}

/** Creates, updates and deletes events. One transaction writes the event, its occurrences and the outbox event. */
@Injectable()
export class EventsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly cache: SeriesCache,
    private readonly rsvps: RsvpChanges,
  ) {}

  /** Creates an event with its occurrences. */
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
   * Updates an event. If the time changes, {@link reassignOverrides} assigns the overrides to the new instances, and removes those without
   * one.
   * @throws NotFoundError when there is no such event
   * @throws NoPermissionError when another user owns it
   */
  update(actor: Viewer, id: string, { columns, series }: CheckedEvent): Promise<CalendarEvent> {
    return this.dataSource.transaction(async (manager) => {
      const before = await getOwnedEvent(manager, actor, id);
      if (!series || before.overriddenAt.length === 0) return this.store(manager, { before, columns, series });
      const overrides = await findOverrides(manager, id);
      return this.store(manager, {
        before,
        columns,
        series,
        reassigned: reassignOverrides(overrides, series, (at) => at),
      });
    });
  }

  /**
   * Stores a change of a locked event, in the caller's transaction. Writes nothing if nothing changes.
   * @returns the event after the change; `before` itself if nothing changes
   */
  async store(
    manager: EntityManager,
    { before, columns, series, reassigned, hasChangedOverrides = false, shift }: EventChange,
  ): Promise<CalendarEvent> {
    const now = this.clock.now();
    const overrides = reassigned?.kept;
    const newSeries = series && withOverrides(series, (overrides ?? []).map(recurrenceStartOf));
    const newTimes = newSeries && timeColumns(newSeries, horizonAt(now));
    const event = Object.assign(new CalendarEvent(), before, columns, newTimes, {
      overriddenAt: overrides?.map(({ recurrenceAt }) => recurrenceAt) ?? before.overriddenAt,
      revision: nextRevision(before),
      updatedAt: now,
    });
    const current = snapshotOf(event, series ?? this.cache.of(before));
    const previous = changesBetween(snapshotOf(before, this.cache.of(before)), current);
    const hasChanged = Object.keys(previous).length > 0;
    if (!hasChanged && !hasChangedOverrides) return before;
    const answered =
      shift === null ? [] : await this.findWithResponses(manager, before, { hasNewTime: series !== undefined });
    event.searchDocument = searchDocument(event);
    await manager.update(CalendarEvent, { id: event.id }, event);
    await this.replaceOccurrences(manager, before, event, newSeries);
    if (overrides) await replaceOverrides(manager, event.id, overridesOfEvent(overrides, event));
    await this.rsvps.applyEventChange(manager, answered, {
      event,
      series: withoutOverrides(series ?? this.cache.of(before)),
      shift: shift ?? shiftOfEvent(before, event),
    });
    if (!hasChanged) return event;
    const isCancelled = previous.status !== undefined && event.status === 'cancelled';
    const removedOverrides = reassigned?.removed.map((each) => formatBasicUtc(recurrenceStartOf(each))) ?? [];
    await recordEventChange(manager, isCancelled ? 'cancelled' : 'updated', event.revision, {
      current: removedOverrides.length > 0 ? { ...current, removedOverrides } : current,
      previous,
    });
    return event;
  }

  /**
   * Deletes an event permanently, with the answers to it. Webhooks get a cancellation, unless the event was cancelled before.
   * @throws NotFoundError when there is no such event
   * @throws NoPermissionError when another user owns it
   */
  delete(actor: Viewer, id: string): Promise<DeletedEvent> {
    return this.dataSource.transaction(async (manager) => {
      const event = await getOwnedEvent(manager, actor, id);
      for (const occurrence of await this.rsvps.findWithResponses(manager, event)) {
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

  /**
   * The occurrences with answers or unused links that a change concerns. For a single event: its occurrence, also if it has ended. For a
   * series: the occurrences that have not ended, and with a new time also those that have ended. Otherwise the answers to these would refer
   * to instances that the series no longer has.
   */
  private findWithResponses(
    manager: EntityManager,
    before: CalendarEvent,
    { hasNewTime }: { hasNewTime: boolean },
  ): Promise<RsvpOccurrence[]> {
    return before.recurrence === null
      ? this.rsvps.findWithResponsesAt(manager, before, toEpochSeconds(before.startAt))
      : this.rsvps.findWithResponses(manager, before, { withEnded: hasNewTime });
  }

  /** @param series the time after the change; undefined if it does not change */
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

/** Answers to a single event move to its new start. Answers to a series keep their starts. */
function shiftOfEvent(before: CalendarEvent, event: CalendarEvent): StartShift {
  const start = toEpochSeconds(event.startAt);
  return before.recurrence === null ? () => start : (each) => each;
}
