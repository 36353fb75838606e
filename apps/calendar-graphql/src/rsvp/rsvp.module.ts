import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { EventsModule } from '../events/events.module';
import { LimitsModule } from '../limits/limits.module';
import { RsvpController } from './rsvp.controller';
import { RsvpLists } from './rsvp-lists.service';
import { RsvpResolver } from './rsvp.resolver';
import { RsvpService } from './rsvp.service';
import { RsvpSettingsService } from './rsvp-settings.service';

/** Answers to events: with a session, by mailed links, and lists for owners. */
@Module({
  imports: [AccountsModule, EventsModule, LimitsModule],
  controllers: [RsvpController],
  providers: [RsvpLists, RsvpResolver, RsvpService, RsvpSettingsService],
})
export class RsvpModule {}
