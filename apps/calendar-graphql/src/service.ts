import { type ServiceOptions } from '@almanac/platform';
import { CalendarGraphqlConfiguration } from '@almanac/validation';
import { allowOrigins } from './cross-origin/cross-origin';
import { CalendarGraphqlModule } from './calendar-graphql.module';
import { requireJsonBodies } from './graphql/json-bodies';
import { renderGraphqlError } from './graphql/render-error';

/** The options of this service, for its process and for tests. */
export const calendarGraphql: ServiceOptions<CalendarGraphqlConfiguration> = {
  name: 'calendar-graphql',
  Configuration: CalendarGraphqlConfiguration,
  module: (configuration) => CalendarGraphqlModule.forRoot(configuration),
  renderError: renderGraphqlError,
  configure: (app, configuration) => {
    // First, so that refused requests have the headers too.
    allowOrigins(app, configuration);
    requireJsonBodies(app);
  },
};
