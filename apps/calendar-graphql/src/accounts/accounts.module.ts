import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module';
import { AccountsResolver } from './accounts.resolver';
import { AccountsService } from './accounts.service';
import { SessionsService } from './sessions.service';
import { TicketsService } from './tickets.service';

/** Calendar accounts, sign-in links and sessions. */
@Module({
  imports: [LimitsModule],
  providers: [AccountsResolver, AccountsService, SessionsService, TicketsService],
  exports: [SessionsService],
})
export class AccountsModule {}
