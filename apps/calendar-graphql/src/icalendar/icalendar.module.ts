import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module';
import { FeedLinksResolver } from './feed-links.resolver';
import { FeedsController } from './feeds.controller';
import { FeedsService } from './feeds.service';
import { PersonalFeedsService } from './personal-feeds.service';

/** Public iCalendar feeds of users, categories and single events, secret personal feeds, and the URLs of all of them. */
@Module({
  imports: [EventsModule],
  controllers: [FeedsController],
  providers: [FeedLinksResolver, FeedsService, PersonalFeedsService],
})
export class IcalendarModule {}
