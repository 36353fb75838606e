import { extendHorizon } from '@almanac/entities';
import type { JobProcessor } from '@almanac/jobs';
import { Clock, Logger } from '@almanac/platform';
import { datedSeries, restoreSeries } from '@almanac/recurrence';
import { Injectable } from '@nestjs/common';
import { Databases } from '../databases/databases';

/** Moves the window of days for which occurrences stand in a table along with the time. */
@Injectable()
export class ExtendOccurrencesProcessor implements JobProcessor<'extend-occurrences'> {
  readonly job = 'extend-occurrences';

  constructor(
    private readonly databases: Databases,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  async process(): Promise<void> {
    const events = await extendHorizon(this.databases.calendar, {
      now: this.clock.now(),
      openSeries: ({ timeZone, startAt, endAt, recurrence }) =>
        datedSeries(restoreSeries({ timeZone, start: startAt, end: endAt, recurrence })),
    });
    this.logger.info('Extended the occurrences.', { events });
  }
}
