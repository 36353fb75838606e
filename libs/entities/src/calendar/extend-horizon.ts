import { type DataSource, type EntityManager, In } from 'typeorm';
import { CalendarEvent } from './calendar-event.entity';
import { earliestInstant, type Horizon, horizonAt } from './horizon';
import { type DatedSeries, deriveTimes, insertOccurrences } from './materialize-occurrences';

const BATCH = 200;

export interface HorizonExtension {
  now: Date;
  /** Makes the series of a stored event: `libs/recurrence`, handed in because tables know nothing of rules. */
  openSeries: (event: CalendarEvent) => DatedSeries;
}

/**
 * Moves what the occurrence table holds of recurring events to the horizon of `now`: writes what came into reach, removes
 * what left it. Meant to run daily; a missed day is made up for, two runs at once share the work.
 * @returns how many events were moved
 */
export async function extendHorizon(dataSource: DataSource, extension: HorizonExtension): Promise<number> {
  const horizon = horizonAt(extension.now);
  let moved = 0;
  for (;;) {
    const count = await dataSource.transaction((manager) => moveBatch(manager, horizon, extension));
    moved += count;
    if (count < BATCH) return moved;
  }
}

/** Dense series hold nothing, and ones that end within the horizon everything to their end: neither falls behind. */
async function moveBatch(manager: EntityManager, horizon: Horizon, { openSeries }: HorizonExtension): Promise<number> {
  const behind = await manager.query<{ id: string }[]>(
    `select id from calendar.events
     where recurrence is not null and materialized_until_at > $1 and materialized_until_at < $2
     order by materialized_until_at limit $3 for update skip locked`,
    [earliestInstant, horizon.untilAt, BATCH],
  );
  const events = await manager.findBy(CalendarEvent, { id: In(behind.map(({ id }) => id)) });
  for (const event of events) await moveEvent(manager, event, openSeries(event), horizon);
  return events.length;
}

async function moveEvent(
  manager: EntityManager,
  event: CalendarEvent,
  series: DatedSeries,
  horizon: Horizon,
): Promise<void> {
  const times = deriveTimes(series, true, horizon);
  const held = event.materializedUntilAt;
  const reached = [...series.between(held, times.materializedUntilAt)];
  const fresh = reached.filter(({ startAt }) => startAt >= held);
  await insertOccurrences(manager, event, fresh);
  await manager.query('delete from calendar.occurrences where event_id = $1 and end_at < $2', [
    event.id,
    times.materializedFromAt,
  ]);
  await manager.update(CalendarEvent, { id: event.id }, times);
}
