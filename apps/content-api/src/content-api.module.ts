import { Module } from '@nestjs/common';
import { AnswerCache } from './answers/answer-cache';
import { Answers } from './answers/answers';
import { Sender } from './answers/sender';
import { ShortWay } from './answers/short-way';
import { UsualHeaders } from './answers/usual-headers';
import { VisitorGuard } from './authentication/visitor.guard';
import { Visitors } from './authentication/visitors';
import { AuthorsController } from './authors/authors.controller';
import { DatabaseModule } from './database/database.module';
import { PagesController } from './pages/pages.controller';
import { PostsController } from './posts/posts.controller';
import { ContentReader } from './reading/content-reader';
import { DirectQuestions } from './reading/direct-questions';
import { KnownTotals } from './reading/known-totals';
import { Questions } from './reading/questions';
import { SingleReads } from './reading/single-reads';
import { WholeLists } from './reading/whole-lists';
import { SettingsController } from './settings/settings.controller';
import { SiteRevision } from './site/site-revision';
import { SiteStates } from './site/site-state';
import { TagsController } from './tags/tags.controller';

@Module({
  imports: [DatabaseModule],
  controllers: [AuthorsController, PagesController, PostsController, SettingsController, TagsController],
  providers: [
    AnswerCache,
    Answers,
    ContentReader,
    DirectQuestions,
    KnownTotals,
    Questions,
    SingleReads,
    Sender,
    ShortWay,
    SiteRevision,
    SiteStates,
    UsualHeaders,
    VisitorGuard,
    Visitors,
    WholeLists,
  ],
})
export class ContentApiModule {}
