import { CalendarEvent, deriveTimes, horizonAt, insertOccurrences, OccurrenceOverride } from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import { Clock } from '@almanac/platform';
import {
  endOf,
  type EpochSeconds,
  isInstance,
  type Series,
  toDate,
  toEpochSeconds,
  toStorableSeries,
  withOverrides,
  withoutOverrides,
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
import { applyChange, isSameOverride, kindOfChange, MAX_OVERRIDES } from './apply-change';
import { occurrenceSnapshot } from './occurrence-snapshot';
import { type CheckedOccurrenceChange, type OccurrenceId } from './override-input';

/** An occurrence after a change. */
export interface ChangedOccurrence {
  event: CalendarEvent;
  recurrenceStart: EpochSeconds;
  /** Undefined when the occurrence follows its series. */
  override: OccurrenceOverride | undefined;
}

/** The argument of an operation that names an occurrence. */
interface OccurrenceArgument {
  id: OccurrenceId;
  /** The path of the argument in errors, e.g. `input.id`. */
  path: string;
}

/** An instance of a series; the row of its event is locked. */
interface LockedInstance {
  /** As in {@link OccurrenceArgument}. */
  path: string;
  event: CalendarEvent;
  /** The series as if it had no overrides. */
  series: Series;
  recurrenceStart: EpochSeconds;
  /** The override before the change; undefined if there was none. */
  before: OccurrenceOverride | undefined;
}

/** Returns the validated change for a series, whose time zone it needs. */
type ReadChange = (series: Series) => CheckedOccurrenceChange;

/** Changes single occurrences. One transaction writes the event, the override, the stored occurrences and the outbox event. */
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
  change(actor: Viewer, argument: OccurrenceArgument, readChange: ReadChange): Promise<ChangedOccurrence> {
    return this.dataSource.transaction(async (manager) => {
      const instance = await this.lockInstance(manager, actor, argument);
      const { event, series, recurrenceStart, before } = instance;
      const now = this.clock.now();
      const after = applyChange(before, readChange(series), { event, series, recurrenceStart, now });
      return this.store(manager, instance, after, now);
    });
  }

  /** Removes the override of an occurrence, so that the occurrence follows its series again. Throws the errors of {@link change}. */
  restore(actor: Viewer, argument: OccurrenceArgument): Promise<ChangedOccurrence> {
    return this.dataSource.transaction(async (manager) =>
      this.store(manager, await this.lockInstance(manager, actor, argument), undefined, this.clock.now()),
    );
  }

  /** Locks the event, and checks that its series has the instance. Throws the errors of {@link change}. */
  private async lockInstance(
    manager: EntityManager,
    actor: Viewer,
    { id: { eventId, recurrenceStart }, path }: OccurrenceArgument,
  ): Promise<LockedInstance> {
    const event = await getOwnedEvent(manager, actor, eventId);
    if (event.recurrence === null) {
      throw inputError([{ path, message: 'the event does not recur: change it with updateEvent' }]);
    }
    const series = withoutOverrides(this.cache.of(event));
    if (!isInstance(series, recurrenceStart)) throw new NotFoundError('There is no such occurrence.');
    const key = { eventId, recurrenceAt: toDate(recurrenceStart) };
    const before = await manager.findOneBy(OccurrenceOverride, key);
    return { path, event, series, recurrenceStart, before: before ?? undefined };
  }

  /**
   * Stores the new override of an occurrence. Writes nothing if the override has not changed.
   * @param after undefined removes the override
   */
  private async store(
    manager: EntityManager,
    instance: LockedInstance,
    after: OccurrenceOverride | undefined,
    now: Date,
  ): Promise<ChangedOccurrence> {
    const { event: old, series, recurrenceStart, before, path } = instance;
    if (isSameOverride(before, after)) return { event: old, recurrenceStart, override: before };
    // Answers to an occurrence that has ended stay as they are, unless the change moves it into the future.
    const endBySeries = toDate(endOf(series, recurrenceStart));
    const isOver = [before, after].every((override) => (override?.endAt ?? endBySeries) <= now);
    const answeredBefore = isOver ? [] : await this.rsvps.findWithResponsesAt(manager, old, recurrenceStart);
    const overriddenAt = overriddenStarts(old, recurrenceStart, after, path);
    const seriesAfter = withOverrides(series, overriddenAt.map(toEpochSeconds));
    // `materializedFromAt` and `materializedUntilAt` keep their values: at most one row within this period is added or removed.
    const { firstStartAt, firstEndAt, lastEndAt } = deriveTimes(toStorableSeries(seriesAfter), {
      isRecurring: true,
      horizon: horizonAt(now),
    });
    const columns = { overriddenAt, firstStartAt, firstEndAt, lastEndAt, revision: nextRevision(old), updatedAt: now };
    const event = Object.assign(new CalendarEvent(), old, columns);
    await manager.update(CalendarEvent, { id: event.id }, columns);
    if (after) await manager.upsert(OccurrenceOverride, after, ['eventId', 'recurrenceAt']);
    else await manager.delete(OccurrenceOverride, { eventId: event.id, recurrenceAt: toDate(recurrenceStart) });
    await this.updateOccurrenceRow(manager, event, series, instance, after);
    // RSVP answers keep their `recurrenceAt`. This call mails the guests if the title, time, place or status of the occurrence changed.
    await this.rsvps.applyEventChange(manager, answeredBefore, { event, series, shift: (start) => start });
    const current = occurrenceSnapshot(event, series, recurrenceStart, after);
    const previous = changesBetween(occurrenceSnapshot(old, series, recurrenceStart, before), current);
    const change = { change: kindOfChange(before, after), revision: event.revision, snapshots: { current, previous } };
    await recordOccurrenceChanges(manager, [change]);
    return { event, recurrenceStart, override: after };
  }

  /**
   * `calendar.occurrences` has no rows for overridden occurrences. So this method deletes the row when the occurrence gets an override,
   * and inserts it again when the override is removed.
   */
  private async updateOccurrenceRow(
    manager: EntityManager,
    event: CalendarEvent,
    series: Series,
    { recurrenceStart, before }: LockedInstance,
    after: OccurrenceOverride | undefined,
  ): Promise<void> {
    const startAt = toDate(recurrenceStart);
    const endAt = toDate(endOf(series, recurrenceStart));
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

/** The recurrence starts of all overrides after the change, ascending. @throws ValidationError when there are too many */
function overriddenStarts(
  { overriddenAt }: CalendarEvent,
  recurrenceStart: EpochSeconds,
  after: OccurrenceOverride | undefined,
  path: string,
): Date[] {
  const starts = overriddenAt.map(toEpochSeconds).filter((start) => start !== recurrenceStart);
  if (after) starts.push(recurrenceStart);
  if (starts.length > MAX_OVERRIDES) {
    const message = `a series has at most ${MAX_OVERRIDES} changed or cancelled occurrences`;
    throw inputError([{ path, message }]);
  }
  return starts.sort((one, other) => one - other).map(toDate);
}
