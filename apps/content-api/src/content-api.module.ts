import { Module } from '@nestjs/common';
import { VisitorGuard } from './authentication/visitor.guard';
import { Visitors } from './authentication/visitors';
import { ContentResponder } from './caching/content-responder';
import { ResponseCache } from './caching/response-cache';
import { DatabaseModule } from './database/database.module';
import { Previews } from './previews/previews';
import { PreviewsController } from './previews/previews.controller';
import { ContentReader } from './reading/content-reader';
import {
  AuthorsController,
  NewslettersController,
  PagesController,
  PostsController,
  TagsController,
  TiersController,
} from './reading/resource-controllers';
import { StreamedLists } from './reading/streamed-lists';
import { TotalsCache } from './reading/totals-cache';
import { SearchIndexController } from './search-index/search-index.controller';
import { SettingsController } from './settings/settings.controller';
import { SiteRevision } from './site/site-revision';
import { SiteStates } from './site/site-state';

@Module({
  imports: [DatabaseModule],
  controllers: [
    AuthorsController,
    NewslettersController,
    PagesController,
    PostsController,
    PreviewsController,
    SearchIndexController,
    SettingsController,
    TagsController,
    TiersController,
  ],
  providers: [
    ContentReader,
    ContentResponder,
    Previews,
    ResponseCache,
    SiteRevision,
    SiteStates,
    StreamedLists,
    TotalsCache,
    VisitorGuard,
    Visitors,
  ],
})
export class ContentApiModule {}
