import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module';
import { DatabaseModule } from './database/database.module';
import { EventsModule } from './events/events.module';
import { graphqlModule } from './graphql/graphql.module';

@Module({ imports: [DatabaseModule, AccountsModule, EventsModule, graphqlModule()] })
export class CalendarGraphqlModule {}
