import { type DataSource, type EntityManager, In } from 'typeorm';
import { CalendarEvent } from './calendar-event.entity';
import { earliestInstant, type Horizon, horizonAt } from './horizon';
import { type StorableSeries, deriveTimes, insertOccurrences } from './materialize-occurrences';

const BATCH_SIZE = 200;

export interface ExtendHorizonOptions {
  now: Date;
  /** Returns the series of a stored event. The caller passes it, because this library does not import libs/recurrence. */
  seriesOf: (event: CalendarEvent) => StorableSeries;
}

/**
 * Extends the occurrence table to the horizon of `now`: inserts new occurrences of series, and deletes their occurrences before the
 * horizon. Runs daily; after a missed day, the next run also does the work of that day. Parallel runs process different series.
 * @returns the number of updated events
 */
export async function extendHorizon(dataSource: DataSource, options: ExtendHorizonOptions): Promise<number> {
  const horizon = horizonAt(options.now);
  let extended = 0;
  for (;;) {
    const count = await dataSource.transaction((manager) => extendBatch(manager, horizon, options));
    extended += count;
    if (count < BATCH_SIZE) return extended;
  }
}

/**
 * Extends one batch of series. Leaves out dense series, which have no rows; their `materialized_until_at` is `earliestInstant`. Also leaves
 * out series that end within the horizon, because they have no further occurrences; their `materialized_until_at` is `latestInstant`.
 * @returns the number of updated events
 */
async function extendBatch(
  manager: EntityManager,
  horizon: Horizon,
  { seriesOf }: ExtendHorizonOptions,
): Promise<number> {
  const outdated = await manager.query<{ id: string }[]>(
    `select id from calendar.events
     where recurrence is not null and materialized_until_at > $1 and materialized_until_at < $2
     order by materialized_until_at limit $3 for update skip locked`,
    [earliestInstant, horizon.untilAt, BATCH_SIZE],
  );
  const events = await manager.findBy(CalendarEvent, { id: In(outdated.map(({ id }) => id)) });
  for (const event of events) await extendEvent(manager, event, seriesOf(event), horizon);
  return events.length;
}

async function extendEvent(
  manager: EntityManager,
  event: CalendarEvent,
  series: StorableSeries,
  horizon: Horizon,
): Promise<void> {
  const times = deriveTimes(series, { isRecurring: true, horizon });
  const storedUntilAt = event.materializedUntilAt;
  // `between` also returns occurrences that start before `storedUntilAt` and have not ended by then. They are already stored.
  const added = series.between(storedUntilAt, times.materializedUntilAt);
  await insertOccurrences(
    manager,
    event,
    added.filter(({ startAt }) => startAt >= storedUntilAt),
  );
  await manager.query('delete from calendar.occurrences where event_id = $1 and end_at < $2', [
    event.id,
    times.materializedFromAt,
  ]);
  await manager.update(CalendarEvent, { id: event.id }, times);
}
