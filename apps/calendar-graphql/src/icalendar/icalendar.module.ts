import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module';
import { FeedLinksResolver } from './feed-links.resolver';
import { FeedsController } from './feeds.controller';
import { FeedsService } from './feeds.service';
import { PersonalFeedsService } from './personal-feeds.service';

/** Public iCalendar feeds of users, categories and single events; personal feeds with secret URLs, and their queries and mutations. */
@Module({
  imports: [EventsModule],
  controllers: [FeedsController],
  providers: [FeedLinksResolver, FeedsService, PersonalFeedsService],
})
export class IcalendarModule {}
