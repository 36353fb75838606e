import {
  type CalendarEvent,
  type DatedSeries,
  extendHorizon,
  indexEventsForSearch,
  rederiveOccurrences,
} from '@almanac/entities';
import type { JobProcessor } from '@almanac/jobs';
import { Clock, Logger } from '@almanac/platform';
import { datedSeries, restoreSeries, startByZoneData, ZONE_DATA_VERSION } from '@almanac/recurrence';
import { Injectable } from '@nestjs/common';
import { Databases } from '../databases/databases';

function seriesOf({ timeZone, startAt, endAt, recurrence, overriddenAt }: CalendarEvent): DatedSeries {
  return datedSeries(restoreSeries({ timeZone, start: startAt, end: endAt, recurrence, overridden: overriddenAt }));
}

/** Extends the occurrence table to the current horizon, and adds search documents that are missing. Derives future occurrences again after an update of the zone data. */
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
    const zoneDataRelease = ZONE_DATA_VERSION;
    const rederived = await rederiveOccurrences(calendar, {
      now,
      zoneDataRelease,
      startOf: startByZoneData,
      restoreSeries: seriesOf,
    });
    const extended = await extendHorizon(calendar, { now, restoreSeries: seriesOf });
    const indexed = await indexEventsForSearch(calendar);
    this.logger.info('Occurrence table extended', { extended, rederived, indexed });
  }
}
