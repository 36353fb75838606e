import { CalendarEvent, createObjectId, horizonAt, materializeOccurrences } from '@almanac/entities';
import { NoPermissionError, NotFoundError } from '@almanac/errors';
import { Clock } from '@almanac/platform';
import { datedSeries, type Series } from '@almanac/recurrence';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Viewer } from '../accounts/viewer';
import { recordEventChange } from '../outbox/calendar-outbox-events';
import { isObjectId } from '../graphql/object-id';
import { type CheckedEvent, timeColumns } from './event-input';
import { changesBetween, snapshotOf } from './event-snapshot';
import { SeriesCache } from './series-cache';

/** Creates, updates and deletes events. Each operation is one transaction with the occurrences and the outbox event. */
@Injectable()
export class EventsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly cache: SeriesCache,
  ) {}

  async create(actor: Viewer, { columns, series }: CheckedEvent & { series: Series }): Promise<CalendarEvent> {
    const now = this.clock.now();
    const event = Object.assign(new CalendarEvent(), columns, timeColumns(series, horizonAt(now)), {
      id: createObjectId(),
      ownerId: actor.userId,
      overriddenAt: [],
      revision: '1',
      createdAt: now,
      updatedAt: now,
    });
    await this.dataSource.transaction(async (manager) => {
      await manager.insert(CalendarEvent, event);
      await materializeOccurrences(manager, event, datedSeries(series));
      await recordEventChange(manager, 'created', event.revision, { current: snapshotOf(event, series), previous: {} });
    });
    return event;
  }

  /**
   * @throws NotFoundError when there is no such event
   * @throws NoPermissionError when another user owns it
   */
  async update(actor: Viewer, id: string, { columns, series }: CheckedEvent): Promise<CalendarEvent> {
    return this.dataSource.transaction(async (manager) => {
      const before = await this.getOwned(manager, actor, id);
      const now = this.clock.now();
      const event = Object.assign(new CalendarEvent(), before, columns, series && timeColumns(series, horizonAt(now)), {
        revision: String(BigInt(before.revision) + 1n),
        updatedAt: now,
      });
      const current = snapshotOf(event, series ?? this.cache.of(before));
      const previous = changesBetween(snapshotOf(before, this.cache.of(before)), current);
      if (Object.keys(previous).length === 0) return before;
      await manager.update(CalendarEvent, { id }, event);
      await this.replaceOccurrences(manager, before, event, series);
      const isCancelled = previous.status !== undefined && event.status === 'cancelled';
      await recordEventChange(manager, isCancelled ? 'cancelled' : 'updated', event.revision, { current, previous });
      return event;
    });
  }

  /**
   * Deletes an event. Records a cancellation for webhooks, unless the event was cancelled before.
   * @throws NotFoundError when there is no such event
   * @throws NoPermissionError when another user owns it
   */
  async delete(actor: Viewer, id: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const event = await this.getOwned(manager, actor, id);
      await manager.delete(CalendarEvent, { id });
      if (event.status === 'cancelled') return;
      const { status } = event;
      const current = { ...snapshotOf(event, this.cache.of(event)), status: 'cancelled' };
      const revision = String(BigInt(event.revision) + 1n);
      await recordEventChange(manager, 'cancelled', revision, { current, previous: { status } });
    });
  }

  /** Locks the event until the transaction ends, so that concurrent changes run one after the other. */
  private async getOwned(manager: EntityManager, actor: Viewer, id: string): Promise<CalendarEvent> {
    const lock = { mode: 'pessimistic_write' } as const;
    const event = isObjectId(id) ? await manager.findOne(CalendarEvent, { where: { id }, lock }) : null;
    if (!event) throw new NotFoundError('There is no such event.');
    if (event.ownerId !== actor.userId) throw new NoPermissionError('Another user owns this event.');
    return event;
  }

  private async replaceOccurrences(
    manager: EntityManager,
    before: CalendarEvent,
    event: CalendarEvent,
    series: Series | undefined,
  ): Promise<void> {
    if (series) {
      await manager.query('delete from calendar.occurrences where event_id = $1', [event.id]);
      await materializeOccurrences(manager, event, datedSeries(series));
    } else if ((before.status === 'cancelled') !== (event.status === 'cancelled')) {
      await manager.query('update calendar.occurrences set is_cancelled = $2 where event_id = $1', [
        event.id,
        event.status === 'cancelled',
      ]);
    }
  }
}
