import { type CalendarGraphqlConfiguration } from '@almanac/validation';
import { type DynamicModule, Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module';
import { DatabaseModule } from './database/database.module';
import { EventsModule } from './events/events.module';
import { graphqlModule } from './graphql/graphql.module';
import { IcalendarModule } from './icalendar/icalendar.module';
import { IdeModule } from './ide/ide.module';
import { ImportModule } from './import/import.module';
import { RsvpModule } from './rsvp/rsvp.module';
import { SignInPageController } from './sign-in-page/sign-in-page.controller';

@Module({})
export class CalendarGraphqlModule {
  static forRoot(configuration: CalendarGraphqlConfiguration): DynamicModule {
    return {
      module: CalendarGraphqlModule,
      controllers: [SignInPageController],
      imports: [
        DatabaseModule,
        AccountsModule,
        EventsModule,
        IcalendarModule,
        ImportModule,
        RsvpModule,
        IdeModule.forRoot(configuration),
        graphqlModule(),
      ],
    };
  }
}
