import { Module } from '@nestjs/common';
import { CategoriesService } from '../details/categories.service';
import { DetailsLoader } from '../details/details-loader';
import { DetailsResolver } from '../details/details.resolver';
import { DenseSeriesCache } from '../occurrences/dense-series-cache';
import { FilterValidator } from '../occurrences/filters';
import { PartlyStoredSeriesReader } from '../occurrences/partly-stored-series-reader';
import { OccurrencePagesResolver } from '../occurrences/occurrence-pages.resolver';
import { OccurrencesResolver } from '../occurrences/occurrences.resolver';
import { OccurrencesService } from '../occurrences/occurrences.service';
import { PreviewResolver } from '../occurrences/preview.resolver';
import { OverridesResolver } from '../overrides/overrides.resolver';
import { OverridesService } from '../overrides/overrides.service';
import { SplitSeriesService } from '../overrides/split-series.service';
import { RsvpChanges } from '../rsvp/rsvp-changes.service';
import { RsvpNotices } from '../rsvp/rsvp-notices.service';
import { SearchService } from '../search/search.service';
import { EventListService } from './event-list.service';
import { EventsResolver } from './events.resolver';
import { EventsService } from './events.service';
import { SeriesCache } from './series-cache';

/** Events with their occurrences, overrides, details and search. */
@Module({
  providers: [
    CategoriesService,
    DenseSeriesCache,
    DetailsLoader,
    DetailsResolver,
    EventsResolver,
    EventsService,
    EventListService,
    FilterValidator,
    OccurrencePagesResolver,
    OccurrencesResolver,
    OccurrencesService,
    OverridesResolver,
    OverridesService,
    PreviewResolver,
    RsvpChanges,
    RsvpNotices,
    SearchService,
    SplitSeriesService,
    PartlyStoredSeriesReader,
    SeriesCache,
  ],
  exports: [EventsService, RsvpNotices, SeriesCache],
})
export class EventsModule {}
