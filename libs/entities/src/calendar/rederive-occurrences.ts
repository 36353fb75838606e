import { type DataSource, type EntityManager, In } from 'typeorm';
import { CalendarEvent } from './calendar-event.entity';
import { horizonAt } from './horizon';
import { type DatedSeries, deriveTimes, insertOccurrences, type OccurrenceTimes } from './materialize-occurrences';

const BATCH = 200;

export interface Rederivation {
  now: Date;
  /** The release of the zone data in use. */
  zoneDataRelease: string;
  /** Start and end of an event by that zone data, its wall clock kept: `libs/recurrence`. */
  startOf: (event: CalendarEvent) => OccurrenceTimes;
  /** Makes the series of a stored event: `libs/recurrence`. */
  openSeries: (event: CalendarEvent) => DatedSeries;
}

/**
 * After a change of the tz database: derives what is to come anew from wall clocks and zones. What has been stays as it
 * was. Several workers at once share the work, and once done a call finds nothing to do.
 * @returns how many events were looked at
 */
export async function rederiveOccurrences(dataSource: DataSource, rederivation: Rederivation): Promise<number> {
  let total = 0;
  for (let afterId: string | undefined = ''; afterId !== undefined;) {
    const from: string = afterId;
    const ids = await dataSource.transaction((manager) => rederiveBatch(manager, from, rederivation));
    total += ids.length;
    afterId = ids.length < BATCH ? undefined : ids.at(-1);
  }
  return total;
}

async function rederiveBatch(manager: EntityManager, afterId: string, rederivation: Rederivation): Promise<string[]> {
  const outdated = await manager.query<{ id: string }[]>(
    `select id from calendar.events where zone_data_release <> $1 and id > $2
     order by id limit $3 for update skip locked`,
    [rederivation.zoneDataRelease, afterId, BATCH],
  );
  const ids = outdated.map(({ id }) => id);
  for (const event of await manager.findBy(CalendarEvent, { id: In(ids) })) {
    await rederiveEvent(manager, event, rederivation);
  }
  return ids;
}

async function rederiveEvent(manager: EntityManager, before: CalendarEvent, rederivation: Rederivation): Promise<void> {
  const { now, zoneDataRelease, startOf, openSeries } = rederivation;
  const times = before.startAt > now ? startOf(before) : { startAt: before.startAt, endAt: before.endAt };
  const event = Object.assign(new CalendarEvent(), before, times, { zoneDataRelease });
  const series = openSeries(event);
  Object.assign(event, deriveTimes(series, event.recurrence !== null, horizonAt(now)));
  await manager.query('delete from calendar.occurrences where event_id = $1 and start_at >= $2', [event.id, now]);
  if (event.materializedFromAt < event.materializedUntilAt) {
    const reached = [...series.between(now, event.materializedUntilAt)];
    const future = reached.filter(({ startAt }) => startAt >= now);
    await insertOccurrences(manager, event, future);
  }
  // A larger revision, so that no cache takes the series for the one it knows.
  await manager.update(CalendarEvent, { id: event.id }, { ...event, revision: String(BigInt(before.revision) + 1n) });
}
