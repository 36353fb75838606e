import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module';
import { DatabaseModule } from './database/database.module';
import { graphqlModule } from './graphql/graphql.module';

@Module({ imports: [DatabaseModule, AccountsModule, graphqlModule()] })
export class CalendarGraphqlModule {}
