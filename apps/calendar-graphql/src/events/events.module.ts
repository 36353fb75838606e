import { Module } from '@nestjs/common';
import { DenseSeriesKeeper } from '../occurrences/dense-series';
import { Filters } from '../occurrences/filters';
import { OpenSeriesReader } from '../occurrences/open-series-reader';
import { OccurrencesResolver } from '../occurrences/occurrences.resolver';
import { OccurrencesService } from '../occurrences/occurrences.service';
import { EventListService } from './event-list.service';
import { EventsResolver } from './events.resolver';
import { EventsService } from './events.service';
import { SeriesCache } from './series-cache';

/** Events and their occurrences. */
@Module({
  providers: [
    DenseSeriesKeeper,
    EventsResolver,
    EventsService,
    EventListService,
    Filters,
    OccurrencesResolver,
    OccurrencesService,
    OpenSeriesReader,
    SeriesCache,
  ],
  exports: [SeriesCache],
})
export class EventsModule {}
