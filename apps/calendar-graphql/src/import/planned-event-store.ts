import { CalendarEvent, type OccurrenceOverride } from '@almanac/entities';
import { isInstance, type Series, withoutOverrides } from '@almanac/recurrence';
import { Injectable } from '@nestjs/common';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EntityManager, In } from 'typeorm';
import { changesBetween } from '../events/event-snapshot';
import { EventsService } from '../events/events.service';
import { SeriesCache } from '../events/series-cache';
import { isObjectId } from '../graphql/object-id';
import { type OccurrenceChange, recordOccurrenceChanges } from '../outbox/calendar-outbox-events';
import { isSameOverride, kindOfChange } from '../overrides/apply-change';
import { occurrenceSnapshot } from '../overrides/occurrence-snapshot';
import { findOverridesByEvent } from '../overrides/overrides-of-events';
import { recurrenceStartOf } from '../overrides/reassign-overrides';
import { type FileEvent, type SkippedComponent } from './file/file-event';
import { type ImportedComponent, type ImportResult } from './import-report';
import {
  type EventGroup,
  hasSameOccurrences,
  type KnownEvent,
  type PlannedEvent,
  type PlannedOverride,
} from './plan-event';

/** The maximum number of changed occurrences that are recorded at once. More would block the event loop for too long. */
const CHANGES_PER_TURN = 100;

/** Finds and stores the events of an import, in the caller's transactions. */
@Injectable()
export class PlannedEventStore {
  constructor(
    private readonly events: EventsService,
    private readonly cache: SeriesCache,
  ) {}

  /**
   * The events of an owner by UID. An event that was not imported has its id as UID. The rows of the owner and of the events stay locked
   * until the transaction ends. So imports of one owner run one after the other, and no event is created twice.
   */
  async findKnown(manager: EntityManager, ownerId: string, uids: string[]): Promise<Map<string, KnownEvent>> {
    await manager.query('select 1 from calendar.users where id = $1 for no key update', [ownerId]);
    const repository = manager.getRepository(CalendarEvent);
    const ids = uids.filter(isObjectId);
    const lock = { mode: 'pessimistic_write' } as const;
    const events = await repository.find({
      where: [
        { ownerId, uid: In(uids) },
        { ownerId, id: In(ids) },
      ],
      // Other transactions that lock several events lock them in this order, too.
      order: { id: 'ASC' },
      lock,
    });
    const overrides = await findOverridesByEvent(manager, events);
    return new Map(
      events.map((event) => [
        event.uid ?? event.id,
        { event, series: withoutOverrides(this.cache.of(event)), overrides: overrides.get(event.id) ?? [] },
      ]),
    );
  }

  /**
   * Creates the events of plans. Each statement inserts rows of several events.
   * @returns the reports of the components of the file, by their group (the components with the same UID)
   */
  async create(
    manager: EntityManager,
    ownerId: string,
    plans: readonly PlannedEvent[],
  ): Promise<Map<EventGroup, ImportedComponent[]>> {
    if (plans.length === 0) return new Map();
    const events = await this.events.insertAll(manager, ownerId, plans);
    const created = plans.flatMap((plan, index) => {
      const event = events[index];
      return event ? [{ plan, event }] : [];
    });
    const changes = created.flatMap(({ plan, event }) =>
      plan.plannedOverrides.map((planned) => {
        const state = { event, series: plan.series };
        return { planned, before: undefined, old: state, current: state };
      }),
    );
    await recordAll(manager, changes);
    return new Map(
      created.map(({ plan, event }) => [
        plan.group,
        [...reportAll(plan, event.id, () => 'CREATED'), ...plan.skipped.map(reportSkipped)],
      ]),
    );
  }

  /** Updates the event of a plan, and returns the reports of its components. Writes nothing when nothing changes. */
  async update(manager: EntityManager, plan: PlannedEvent, known: KnownEvent): Promise<ImportedComponent[]> {
    const { columns, series, overrides, plannedOverrides, skipped } = plan;
    const isSame = hasSameOccurrences(known, plan);
    const dropped = isSame ? { restored: [], removed: [] } : await findDroppedOverrides(known, plan);
    const reassigned = { kept: overrides, removed: dropped.removed };
    const event = await this.events.store(manager, {
      before: known.event,
      columns,
      ...(isSame ? { series: undefined } : { series, reassigned, hasChangedOverrides: true }),
    });
    const overrideBefore = overrideLookup(known);
    if (!isSame) {
      const changes = [...plannedOverrides, ...dropped.restored].map((planned) => ({
        planned,
        before: overrideBefore(planned),
        old: known,
        current: { event, series },
      }));
      await recordAll(manager, changes);
    }
    const resultOf = (planned: PlannedOverride | undefined): ImportResult => {
      if (!planned) return event === known.event ? 'UNCHANGED' : 'UPDATED';
      const before = overrideBefore(planned);
      if (isSame || isSameOverride(before, planned.override)) return 'UNCHANGED';
      return before ? 'UPDATED' : 'CREATED';
    };
    return [...reportAll(plan, event.id, resultOf), ...skipped.map(reportSkipped)];
  }
}

/** An occurrence and its override after the import; the override is undefined if the occurrence follows its series. */
type PlannedOccurrence = Pick<PlannedOverride, 'recurrenceStart' | 'override'>;

/** An occurrence before and after the import. */
interface OverrideChange {
  planned: PlannedOccurrence;
  /** The override before the import; undefined if there was none. */
  before: OccurrenceOverride | undefined;
  /** The event before the import. For a new event, the same as `current`. */
  old: EventWithSeries;
  /** The event after the import. */
  current: EventWithSeries;
}

interface EventWithSeries {
  event: CalendarEvent;
  series: Series;
}

/** Records changed occurrences for webhooks. An import can change thousands, so other requests run after each `CHANGES_PER_TURN`. */
async function recordAll(manager: EntityManager, changes: readonly OverrideChange[]): Promise<void> {
  for (let index = 0; index < changes.length; index += CHANGES_PER_TURN) {
    await nextTurn();
    await recordOccurrenceChanges(manager, changes.slice(index, index + CHANGES_PER_TURN).flatMap(changeOf));
  }
}

function changeOf({ planned, before, old, current: { event, series } }: OverrideChange): OccurrenceChange[] {
  const { recurrenceStart, override } = planned;
  if (isSameOverride(before, override)) return [];
  const current = occurrenceSnapshot(event, series, recurrenceStart, override);
  const previous = changesBetween(occurrenceSnapshot(old.event, old.series, recurrenceStart, before), current);
  return [{ change: kindOfChange(before, override), revision: event.revision, snapshots: { current, previous } }];
}

interface DroppedOverrides {
  /** Occurrences that follow their series again. */
  restored: PlannedOccurrence[];
  /** Overrides for which the new series has no instance. */
  removed: OccurrenceOverride[];
}

/** Finds the overrides of a known event that its plan no longer has. */
async function findDroppedOverrides(known: KnownEvent, plan: PlannedEvent): Promise<DroppedOverrides> {
  const { series, overrides, plannedOverrides } = plan;
  const planned = new Set([
    ...overrides.map(recurrenceStartOf),
    ...plannedOverrides.map(({ recurrenceStart }) => recurrenceStart),
  ]);
  const dropped: DroppedOverrides = { restored: [], removed: [] };
  for (const override of known.overrides) {
    const recurrenceStart = recurrenceStartOf(override);
    if (planned.has(recurrenceStart)) continue;
    // Finding an instance can take a few milliseconds.
    await nextTurn();
    if (series.recurrence && isInstance(series, recurrenceStart)) {
      dropped.restored.push({ recurrenceStart, override: undefined });
    } else dropped.removed.push(override);
  }
  return dropped;
}

/** Returns a function that finds the override of an occurrence before the import; it returns undefined if there was none. */
function overrideLookup({ overrides }: KnownEvent): (planned: PlannedOccurrence) => OccurrenceOverride | undefined {
  const byRecurrenceStart = new Map(overrides.map((override) => [recurrenceStartOf(override), override]));
  return ({ recurrenceStart }) => byRecurrenceStart.get(recurrenceStart);
}

/**
 * Reports the imported components of a plan.
 * @param resultOf returns the result for an override; with undefined, the result for the event
 */
function reportAll(
  { group, plannedOverrides }: PlannedEvent,
  eventId: string,
  resultOf: (planned: PlannedOverride | undefined) => ImportResult,
): ImportedComponent[] {
  const report = (file: FileEvent, result: ImportResult): ImportedComponent => {
    const { line, component, uid, recurrenceId, title, warnings } = file;
    return { line, component, uid, recurrenceId, title, result, reason: null, warnings, eventId };
  };
  return [
    ...(group.master ? [report(group.master, resultOf(undefined))] : []),
    ...plannedOverrides.map((each) => report(each.file, resultOf(each))),
  ];
}

/** The report of a component that was not imported. */
export function reportSkipped(skipped: SkippedComponent): ImportedComponent {
  return { ...skipped, result: 'SKIPPED', warnings: [], eventId: null };
}
