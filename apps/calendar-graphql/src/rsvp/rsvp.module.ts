import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { EventsModule } from '../events/events.module';
import { LimitsModule } from '../limits/limits.module';
import { RsvpController } from './rsvp.controller';
import { RsvpLists } from './rsvp-lists.service';
import { RsvpResolver } from './rsvp.resolver';
import { RsvpService } from './rsvp.service';
import { RsvpSettingsService } from './rsvp-settings.service';

/** RSVP: answers of guests with a session or by a mailed link, and lists of the answers for the owners of events. */
@Module({
  imports: [AccountsModule, EventsModule, LimitsModule],
  controllers: [RsvpController],
  providers: [RsvpLists, RsvpResolver, RsvpService, RsvpSettingsService],
})
export class RsvpModule {}
