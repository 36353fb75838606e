import { type DataSource, type EntityManager, In } from 'typeorm';
import { CalendarEvent } from './calendar-event.entity';
import { horizonAt } from './horizon';
import { type StorableSeries, deriveTimes, insertOccurrences, type OccurrenceTimes } from './materialize-occurrences';
import { MAX_ZONE_SHIFT_MS, moveResponses } from './move-responses';
import { OccurrenceOverride } from './occurrence-override.entity';
import { replaceOverrides } from './replace-overrides';

const BATCH_SIZE = 200;

type StoredTimes = Pick<CalendarEvent, 'timeZone' | 'startLocal' | 'startAt' | 'endAt'>;

export interface RederiveOptions {
  now: Date;
  /** The release of the zone data in use. */
  zoneDataRelease: string;
  /** Computes start and end of an event or override from its local start, with the zone data in use. */
  timesOf: (stored: StoredTimes) => OccurrenceTimes;
  /** Returns the series of a stored event. The caller passes it, because this library does not import libs/recurrence. */
  seriesOf: (event: CalendarEvent) => StorableSeries;
}

/**
 * Derives future occurrences again after an update of the zone data, for all events that were derived with another release, and
 * moves their answers. Past occurrences keep their times. Parallel runs process different events.
 * @returns the number of updated events
 */
export async function rederiveOccurrences(dataSource: DataSource, options: RederiveOptions): Promise<number> {
  let total = 0;
  let lastId = '';
  for (;;) {
    const afterId = lastId;
    const ids = await dataSource.transaction((manager) => rederiveBatch(manager, afterId, options));
    total += ids.length;
    if (ids.length < BATCH_SIZE) return total;
    lastId = ids.at(-1) ?? '';
  }
}

/** @returns the ids of the updated events; fewer than `BATCH_SIZE` in the last batch */
async function rederiveBatch(manager: EntityManager, afterId: string, options: RederiveOptions): Promise<string[]> {
  const outdated = await manager.query<{ id: string }[]>(
    `select id from calendar.events where zone_data_release <> $1 and id > $2
     order by id limit $3 for update skip locked`,
    [options.zoneDataRelease, afterId, BATCH_SIZE],
  );
  const ids = outdated.map(({ id }) => id);
  for (const event of await manager.findBy(CalendarEvent, { id: In(ids) })) {
    await rederiveEvent(manager, event, options);
  }
  return ids;
}

async function rederiveEvent(manager: EntityManager, stored: CalendarEvent, options: RederiveOptions): Promise<void> {
  const { now, zoneDataRelease, timesOf, seriesOf } = options;
  const isRecurring = stored.recurrence !== null;
  // A series keeps its local start, also if it is in the past: it determines the local times of all later occurrences.
  const times =
    isRecurring || stored.startAt > now ? timesOf(stored) : { startAt: stored.startAt, endAt: stored.endAt };
  const overrides = await rederiveOverrides(manager, stored, options);
  const overriddenAt = [...overrides.values()]
    .map(({ recurrenceAt }) => recurrenceAt)
    .sort((a, b) => a.getTime() - b.getTime());
  const event = Object.assign(new CalendarEvent(), stored, times, { zoneDataRelease, overriddenAt });
  const series = seriesOf(event);
  Object.assign(event, deriveTimes(series, { isRecurring, horizon: horizonAt(now) }));
  const wereFuture = await futureByOldStarts(manager, stored, now);
  // Rows before the horizon are deleted too, because the horizon may have moved since the last extension.
  await manager.query('delete from calendar.occurrences where event_id = $1 and (start_at >= $2 or end_at < $3)', [
    event.id,
    now,
    event.materializedFromAt,
  ]);
  if (event.materializedFromAt < event.materializedUntilAt) {
    const from = new Date(Math.max(now.getTime() - MAX_ZONE_SHIFT_MS, event.materializedFromAt.getTime()));
    await insertOccurrences(manager, event, series.between(from, event.materializedUntilAt).filter(wereFuture));
  }
  await moveResponses(manager, { id: event.id, series, overrides }, now);
  // The revision is the key of cached series, so it must change.
  await manager.update(CalendarEvent, { id: event.id }, { ...event, revision: String(BigInt(stored.revision) + 1n) });
}

/**
 * Returns a function that checks an instance: whether its start by the previous zone data is in the future. The row of an instance that
 * started in the past is kept, so the instance must not be inserted again, even if its new start is in the future.
 *
 * New zone data moves a start by less than `MAX_ZONE_SHIFT_MS`. So only instances whose new start is this close to now are in doubt, and
 * their old starts are at most twice this far from now. The old start of an instance is taken to be the stored start that is nearest to its
 * new start.
 */
async function futureByOldStarts(
  manager: EntityManager,
  { id, overriddenAt }: CalendarEvent,
  now: Date,
): Promise<(instance: OccurrenceTimes) => boolean> {
  const rows = await manager.query<{ startAt: Date }[]>(
    'select start_at as "startAt" from calendar.occurrences where event_id = $1 and start_at between $2 and $3',
    [id, new Date(now.getTime() - 2 * MAX_ZONE_SHIFT_MS), new Date(now.getTime() + 2 * MAX_ZONE_SHIFT_MS)],
  );
  // The table has no rows for the instances that overrides replace. The event contains their starts.
  const oldStarts = [...rows.map(({ startAt }) => startAt), ...overriddenAt].map((start) => start.getTime());
  return ({ startAt }) => {
    const start = startAt.getTime();
    if (Math.abs(start - now.getTime()) >= MAX_ZONE_SHIFT_MS) return start > now.getTime();
    const distanceOf = (oldStart: number): number => Math.abs(oldStart - start);
    const [nearest = start] = oldStarts
      .filter((oldStart) => distanceOf(oldStart) < MAX_ZONE_SHIFT_MS)
      .sort((a, b) => distanceOf(a) - distanceOf(b));
    return nearest >= now.getTime();
  };
}

/**
 * Derives the instants of future overrides again.
 * @returns the overrides, by the `recurrenceAt` that they had before, in milliseconds
 */
async function rederiveOverrides(
  manager: EntityManager,
  event: CalendarEvent,
  { now, timesOf }: RederiveOptions,
): Promise<Map<number, OccurrenceOverride>> {
  if (event.overriddenAt.length === 0) return new Map();
  const overrides = await manager.find(OccurrenceOverride, {
    where: { eventId: event.id },
    order: { recurrenceAt: 'ASC' },
  });
  const rederived = overrides.map((override) => ({
    before: override.recurrenceAt.getTime(),
    after: rederiveOverride(override, event, { now, timesOf }),
  }));
  // Two overrides can get the same `recurrenceAt`, which must be unique: if clocks now skip a local time, its instant is that of a
  // later local time. The last of these overrides remains.
  const unique = [...new Map(rederived.map((each) => [each.after.recurrenceAt.getTime(), each])).values()];
  await replaceOverrides(
    manager,
    event.id,
    unique.map(({ after }) => after),
  );
  return new Map(unique.map(({ before, after }) => [before, after]));
}

/**
 * Derives the recurrence start again if it is in the future. Derives the start and the end of the occurrence again if the recurrence start
 * or the start of the occurrence is in the future.
 */
function rederiveOverride(
  override: OccurrenceOverride,
  { timeZone }: CalendarEvent,
  { now, timesOf }: Pick<RederiveOptions, 'now' | 'timesOf'>,
): OccurrenceOverride {
  const { recurrenceAt, recurrenceLocal, startLocal, startAt, endAt } = override;
  const recurrence = timesOf({ timeZone, startLocal: recurrenceLocal, startAt: recurrenceAt, endAt: recurrenceAt });
  const moved = timesOf({ timeZone, startLocal: startLocal ?? recurrenceLocal, startAt, endAt });
  return Object.assign(
    new OccurrenceOverride(),
    override,
    (recurrenceAt > now || startAt > now) && moved,
    recurrenceAt > now && { recurrenceAt: recurrence.startAt },
  );
}
