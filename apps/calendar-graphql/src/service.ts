import { type ServiceOptions } from '@almanac/platform';
import { CalendarGraphqlConfiguration } from '@almanac/validation';
import { CalendarGraphqlModule } from './calendar-graphql.module';
import { requireJsonBodies } from './graphql/json-bodies';
import { renderGraphqlError } from './graphql/render-error';

/** The options of this service, for its process and for tests. */
export const calendarGraphql: ServiceOptions<CalendarGraphqlConfiguration> = {
  name: 'calendar-graphql',
  Configuration: CalendarGraphqlConfiguration,
  module: (configuration) => CalendarGraphqlModule.forRoot(configuration),
  renderError: renderGraphqlError,
  configure: requireJsonBodies,
};
