import { CalendarEvent, deriveTimes, horizonAt, insertOccurrences, OccurrenceOverride } from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import { Clock } from '@almanac/platform';
import {
  datedSeries,
  endOf,
  type EpochSeconds,
  isInstance,
  type Series,
  toDate,
  toEpochSeconds,
  withOverrides,
} from '@almanac/recurrence';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Viewer } from '../accounts/viewer';
import { changesBetween } from '../events/event-snapshot';
import { getOwnedEvent, nextRevision } from '../events/owned-event';
import { SeriesCache } from '../events/series-cache';
import { inputError } from '../graphql/input-error';
import { recordOccurrenceChanges } from '../outbox/calendar-outbox-events';
import { RsvpChanges } from '../rsvp/rsvp-changes.service';
import { applyChange, isSameOverride } from './apply-change';
import { occurrenceSnapshot } from './occurrence-snapshot';
import { type OccurrenceChange, type OccurrenceId } from './override-input';

/** Overrides of a series: feeds write each cancelled one as an EXDATE, and a series can have 1,000 EXDATEs. */
const MAX_OVERRIDES = 1_000;

/** An occurrence after a change. */
export interface ChangedOccurrence {
  event: CalendarEvent;
  recurrence: EpochSeconds;
  /** Undefined when it follows its series. */
  override: OccurrenceOverride | undefined;
}

/** An instance of an event whose row is locked. */
interface LockedInstance {
  event: CalendarEvent;
  /** The series as if it had no overrides. */
  series: Series;
  recurrence: EpochSeconds;
  before: OccurrenceOverride | undefined;
}

/** Reads the change from an input. The series gives the time zone of local times. */
type ReadChange = (series: Series) => OccurrenceChange;

/** Changes single occurrences. Each operation changes the event, its override, the stored occurrences and the outbox in one transaction. */
@Injectable()
export class OverridesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly cache: SeriesCache,
    private readonly rsvps: RsvpChanges,
  ) {}

  /**
   * Changes one occurrence of a series.
   * @throws NotFoundError when there is no such event or occurrence
   * @throws NoPermissionError when another user owns the event
   * @throws ValidationError for a wrong input, and for an event that does not recur
   */
  change(actor: Viewer, id: OccurrenceId, readChange: ReadChange): Promise<ChangedOccurrence> {
    return this.dataSource.transaction(async (manager) => {
      const instance = await this.lockInstance(manager, actor, id);
      const { event, series, recurrence, before } = instance;
      const now = this.clock.now();
      const after = applyChange(before, readChange(series), { event, series, recurrence, now });
      return this.store(manager, instance, after, now);
    });
  }

  /** Removes the override of an occurrence, so that it follows its series again. Throws the errors of {@link change}. */
  restore(actor: Viewer, id: OccurrenceId): Promise<ChangedOccurrence> {
    return this.dataSource.transaction(async (manager) =>
      this.store(manager, await this.lockInstance(manager, actor, id), undefined, this.clock.now()),
    );
  }

  private async lockInstance(manager: EntityManager, actor: Viewer, id: OccurrenceId): Promise<LockedInstance> {
    const { eventId, recurrence } = id;
    const event = await getOwnedEvent(manager, actor, eventId);
    if (event.recurrence === null) {
      throw inputError([{ path: 'input.id', message: 'the event does not recur: change it with updateEvent' }]);
    }
    const series = withOverrides(this.cache.of(event), []);
    if (!isInstance(series, recurrence)) throw new NotFoundError('There is no such occurrence.');
    const key = { eventId, recurrenceAt: toDate(recurrence) };
    const before = await manager.findOneBy(OccurrenceOverride, key);
    return { event, series, recurrence, before: before ?? undefined };
  }

  private async store(
    manager: EntityManager,
    instance: LockedInstance,
    after: OccurrenceOverride | undefined,
    now: Date,
  ): Promise<ChangedOccurrence> {
    const { event: old, series, recurrence, before } = instance;
    if (isSameOverride(before, after)) return { event: old, recurrence, override: before };
    const answered = await this.rsvps.findAnswered(manager, old, recurrence);
    const overriddenAt = startsOverriddenWith(old, recurrence, after);
    const overridden = withOverrides(series, overriddenAt.map(toEpochSeconds));
    // The stored period (`materializedFromAt` to `materializedUntilAt`) stays: only one of its occurrences comes or goes.
    const { firstStartAt, firstEndAt, lastEndAt } = deriveTimes(datedSeries(overridden), true, horizonAt(now));
    const columns = { overriddenAt, firstStartAt, firstEndAt, lastEndAt, revision: nextRevision(old), updatedAt: now };
    const event = Object.assign(new CalendarEvent(), old, columns);
    await manager.update(CalendarEvent, { id: event.id }, columns);
    if (after) await manager.upsert(OccurrenceOverride, after, ['eventId', 'recurrenceAt']);
    else await manager.delete(OccurrenceOverride, { eventId: event.id, recurrenceAt: toDate(recurrence) });
    await this.storeRegular(manager, event, series, instance, after);
    // The answers stay at this occurrence; its shown time can change.
    await this.rsvps.moveWithOccurrences(manager, answered, { event, series, shift: (start) => start });
    const current = occurrenceSnapshot(event, series, recurrence, after);
    const previous = changesBetween(occurrenceSnapshot(old, series, recurrence, before), current);
    const change = { change: kindOf(before, after), revision: event.revision, snapshots: { current, previous } };
    await recordOccurrenceChanges(manager, [change]);
    return { event, recurrence, override: after };
  }

  /** Removes the row of the regular occurrence when it gets an override, and inserts it when it loses one. */
  private async storeRegular(
    manager: EntityManager,
    event: CalendarEvent,
    series: Series,
    { recurrence, before }: LockedInstance,
    after: OccurrenceOverride | undefined,
  ): Promise<void> {
    const startAt = toDate(recurrence);
    const endAt = toDate(endOf(series, recurrence));
    if (!before) {
      await manager.query('delete from calendar.occurrences where event_id = $1 and start_at = $2', [
        event.id,
        startAt,
      ]);
    } else if (!after && endAt >= event.materializedFromAt && startAt < event.materializedUntilAt) {
      await insertOccurrences(manager, event, [{ startAt, endAt }]);
    }
  }
}

function startsOverriddenWith(
  { overriddenAt }: CalendarEvent,
  recurrence: EpochSeconds,
  after: OccurrenceOverride | undefined,
): Date[] {
  const starts = overriddenAt.map(toEpochSeconds).filter((start) => start !== recurrence);
  if (after) starts.push(recurrence);
  if (starts.length > MAX_OVERRIDES) {
    const message = `a series has at most ${MAX_OVERRIDES} changed or cancelled occurrences`;
    throw inputError([{ path: 'input.id', message }]);
  }
  return starts.sort((one, other) => one - other).map(toDate);
}

function kindOf(
  before: OccurrenceOverride | undefined,
  after: OccurrenceOverride | undefined,
): 'changed' | 'cancelled' | 'restored' {
  if (!after || (before?.status === 'cancelled' && after.status !== 'cancelled')) return 'restored';
  return after.status === 'cancelled' && before?.status !== 'cancelled' ? 'cancelled' : 'changed';
}
