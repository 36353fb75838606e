import {
  type CalendarEvent,
  type StorableSeries,
  extendHorizon,
  indexEventsForSearch,
  rederiveOccurrences,
} from '@almanac/entities';
import type { JobProcessor } from '@almanac/jobs';
import { Clock, Logger } from '@almanac/platform';
import { seriesOfStored, timesByCurrentZoneData, toStorableSeries, ZONE_DATA_VERSION } from '@almanac/recurrence';
import { Injectable } from '@nestjs/common';
import { Databases } from '../databases/databases';

function seriesOf({ timeZone, startAt, endAt, recurrence, overriddenAt }: CalendarEvent): StorableSeries {
  const stored = { timeZone, start: startAt, end: endAt, recurrence, overridden: overriddenAt };
  return toStorableSeries(seriesOfStored(stored));
}

/**
 * Extends the table `calendar.occurrences` to the current horizon, and adds the missing search
 * documents of events. After an update of the time zone data, it derives future occurrences again.
 */
@Injectable()
export class ExtendOccurrencesProcessor implements JobProcessor<'extend-occurrences'> {
  readonly job = 'extend-occurrences';

  constructor(
    private readonly databases: Databases,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  async process(): Promise<void> {
    const { calendar } = this.databases;
    const now = this.clock.now();
    const rederived = await rederiveOccurrences(calendar, {
      now,
      zoneDataRelease: ZONE_DATA_VERSION,
      timesOf: timesByCurrentZoneData,
      seriesOf,
    });
    const extended = await extendHorizon(calendar, { now, seriesOf });
    const indexed = await indexEventsForSearch(calendar);
    this.logger.info('Occurrence table extended.', { extended, rederived, indexed });
  }
}
