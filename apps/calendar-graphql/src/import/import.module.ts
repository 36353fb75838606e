import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { EventsModule } from '../events/events.module';
import { ImportController } from './import.controller';
import { ImportResolver } from './import.resolver';
import { ImportService } from './import.service';
import { PlannedEventStore } from './planned-event-store';

/** Imports of iCalendar files. */
@Module({
  imports: [AccountsModule, EventsModule],
  controllers: [ImportController],
  providers: [ImportResolver, ImportService, PlannedEventStore],
})
export class ImportModule {}
