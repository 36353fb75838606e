import { MaintenanceError, ValidationError } from '@almanac/errors';
import { Clock } from '@almanac/platform';
import { requireZone } from '@almanac/recurrence';
import { Injectable } from '@nestjs/common';
import { promise as createPool } from 'fastq';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { type Viewer } from '../accounts/viewer';
import { type CalendarFile, type FileEvent } from './file/file-event';
import { readInThread } from './file/read-in-thread';
import { EventGroups } from './event-groups';
import { inParts } from './in-parts';
import { type ImportedComponent, type ImportReport, reportOf } from './import-report';
import { type EventGroup, type KnownEvent, planEvent, type PlannedEvent } from './plan-event';
import { PlannedEventStore, reportSkipped } from './planned-event-store';

/** The settings of an import. */
export interface ImportOptions {
  /**
   * The zone of dates and of times without a zone. If it is null, the zone of the calendar event with the same UID is used, else the zone
   * of the file, else UTC.
   */
  timeZone: string | null;
  /** Whether events with CLASS:PRIVATE or CONFIDENTIAL are imported. If false, they are skipped, because the calendar is public. */
  includesPrivate: boolean;
  /** The maximum number of components in the file, including calendars, alarms and zones. */
  maxComponents: number;
}

/** The number of groups (components with the same UID) in one transaction. One statement inserts all new events of the transaction. */
const GROUPS_PER_TRANSACTION = 50;
/** Components that remain after this time are skipped. When the file is imported again, the import continues with them. */
const TIME_LIMIT_MS = 30_000;
/** The maximum number of imports that run at once in this process. Further imports wait. */
const MAX_RUNNING = 2;
/** If this many imports wait, further ones are refused. */
const MAX_WAITING = 10;
const RETRY_AFTER_SECONDS = 10;
const PRIVATE = 'The event is private, and the calendar is public. Set includePrivate to import it.';
const REPLACED = 'The file has a later version of the same component (UID and RECURRENCE-ID).';
const TIMED_OUT = 'The import took too long. Import the file again to continue.';

/** Imports iCalendar files. */
@Injectable()
export class ImportService {
  private readonly pool = createPool((run: () => Promise<ImportReport>) => run(), MAX_RUNNING);

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: PlannedEventStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates events of the actor, and updates the actor's events that have the UID of a component. A second import of the same file
   * changes nothing. An interrupted import leaves only complete events; a second import of the file continues it.
   * @throws ValidationError when the file is no calendar or exceeds a limit, and for a wrong zone
   * @throws MaintenanceError while too many imports wait
   * @throws InternalServerError when the thread that reads the file fails
   */
  async import(actor: Viewer, bytes: Uint8Array, options: ImportOptions): Promise<ImportReport> {
    const timeZone = options.timeZone === null ? null : requireZone(options.timeZone, 'timeZone').name;
    if (this.pool.length() >= MAX_WAITING) {
      const message = 'Too many files are being imported. Please try again.';
      throw new MaintenanceError(message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    return this.pool.push(() => this.importFile(actor, bytes, { ...options, timeZone }));
  }

  private async importFile(
    actor: Viewer,
    bytes: Uint8Array,
    { timeZone, includesPrivate, maxComponents }: ImportOptions,
  ): Promise<ImportReport> {
    const file = await readInThread(bytes, { now: this.clock.now(), maxComponents });
    const components: ImportedComponent[] = [];
    for await (const part of inParts(file.skipped)) components.push(...part.map(reportSkipped));
    const groups = new EventGroups();
    for await (const part of inParts(file.events)) {
      const refused = part.filter(({ isPrivate }) => isPrivate && !includesPrivate);
      const accepted = part.filter((event) => includesPrivate || !event.isPrivate);
      components.push(...refused.map((event) => skipEvent(event, PRIVATE)));
      // `add` returns the version of the component that is no longer used.
      components.push(
        ...accepted.flatMap((event) => groups.add(event) ?? []).map((event) => skipEvent(event, REPLACED)),
      );
    }
    const deadline = performance.now() + TIME_LIMIT_MS;
    for await (const uids of inParts(groups.uids, GROUPS_PER_TRANSACTION)) {
      const batch = uids.map((uid) => groups.of(uid));
      const zones = { timeZone, file };
      if (performance.now() > deadline) components.push(...batch.flatMap((group) => skipGroup(group, TIMED_OUT)));
      else components.push(...(await this.importBatch(actor, batch, zones)));
    }
    return reportOf(components, file.ignored);
  }

  /** Imports the events of some UIDs in one transaction. */
  private importBatch(
    { userId }: Viewer,
    groups: EventGroup[],
    zones: { timeZone: string | null; file: CalendarFile },
  ): Promise<ImportedComponent[]> {
    return this.dataSource.transaction(async (manager) => {
      const uids = groups.map(({ uid }) => uid);
      const known = await this.store.findKnown(manager, userId, uids);
      const plans = await this.planAll(groups, known, zones);
      const isNew = ({ group: { uid } }: PlannedEvent): boolean => !known.has(uid);
      const reports = await this.store.create(manager, userId, [...plans.values()].filter(isPlan).filter(isNew));
      for (const [group, plan] of plans) {
        const before = known.get(group.uid);
        if (typeof plan === 'string') reports.set(group, skipGroup(group, plan));
        else if (before) reports.set(group, await this.store.update(manager, plan, before));
      }
      return groups.flatMap((group) => reports.get(group) ?? []);
    });
  }

  /** For each group its plan, or the reason why the calendar does not accept the group. */
  private async planAll(
    groups: readonly EventGroup[],
    known: ReadonlyMap<string, KnownEvent>,
    { timeZone, file }: { timeZone: string | null; file: CalendarFile },
  ): Promise<Map<EventGroup, PlannedEvent | string>> {
    const plans = new Map<EventGroup, PlannedEvent | string>();
    for (const group of groups) {
      // Lets other requests run first, because a plan can take some milliseconds.
      await nextTurn();
      const before = known.get(group.uid);
      const zone = timeZone ?? before?.event.timeZone ?? file.timeZone ?? 'UTC';
      plans.set(group, await this.plan(group, before, zone));
    }
    return plans;
  }

  /** The plan of a group, or the reason why the calendar does not accept the group. */
  private async plan(group: EventGroup, known: KnownEvent | undefined, zone: string): Promise<PlannedEvent | string> {
    try {
      return await planEvent(group, { known, zone, now: this.clock.now() });
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      return error.message;
    }
  }
}

const isPlan = (plan: PlannedEvent | string): plan is PlannedEvent => typeof plan !== 'string';

function skipEvent({ line, component, uid, recurrenceId, title }: FileEvent, reason: string): ImportedComponent {
  return reportSkipped({ line, component, uid, recurrenceId, title, reason });
}

function skipGroup({ master, overrides }: EventGroup, reason: string): ImportedComponent[] {
  return [...(master ? [master] : []), ...overrides].map((event) => skipEvent(event, reason));
}
