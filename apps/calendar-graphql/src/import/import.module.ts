import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { EventsModule } from '../events/events.module';
import { ImportController } from './import.controller';
import { ImportResolver } from './import.resolver';
import { ImportService } from './import.service';
import { PlanStore } from './store-plan';

/** Imports of iCalendar files. */
@Module({
  imports: [AccountsModule, EventsModule],
  controllers: [ImportController],
  providers: [ImportResolver, ImportService, PlanStore],
})
export class ImportModule {}
