import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module';
import { FeedsController } from './feeds.controller';
import { FeedsService } from './feeds.service';

/** iCalendar feeds of users and single events. */
@Module({ imports: [EventsModule], controllers: [FeedsController], providers: [FeedsService] })
export class IcalendarModule {}
