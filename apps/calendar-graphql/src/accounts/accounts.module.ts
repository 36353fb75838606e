import { Module } from '@nestjs/common';
import { AccountsResolver } from './accounts.resolver';
import { AccountsService } from './accounts.service';
import { SessionsService } from './sessions.service';

/** Users, mailed links, sessions. */
@Module({ providers: [AccountsResolver, AccountsService, SessionsService], exports: [SessionsService] })
export class AccountsModule {}
