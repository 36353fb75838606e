import { type CalendarEvent, type DatedSeries, extendHorizon, rederiveOccurrences } from '@almanac/entities';
import type { JobProcessor } from '@almanac/jobs';
import { Clock, Logger } from '@almanac/platform';
import { datedSeries, restoreSeries, startByZoneData, ZONE_DATA_VERSION } from '@almanac/recurrence';
import { Injectable } from '@nestjs/common';
import { Databases } from '../databases/databases';

function openSeries({ timeZone, startAt: start, endAt: end, recurrence }: CalendarEvent): DatedSeries {
  return datedSeries(restoreSeries({ timeZone, start, end, recurrence }));
}

/** Moves the window of days for which occurrences stand in a table along with the time, and derives them anew when clocks were changed by law. */
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
      openSeries,
    });
    const extended = await extendHorizon(calendar, { now, openSeries });
    this.logger.info('Extended the occurrences.', { extended, rederived });
  }
}
