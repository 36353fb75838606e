import { commonLinks, type HomePage, type ServiceOptions } from '@almanac/platform';
import { CalendarGraphqlConfiguration } from '@almanac/validation';
import { allowOrigins } from './cross-origin/cross-origin';
import { CalendarGraphqlModule } from './calendar-graphql.module';
import { requireJsonBodies } from './graphql/json-bodies';
import { addImportBodies } from './import/import-bodies';
import { renderGraphqlError } from './graphql/render-error';

const home = ({ adminUrl }: CalendarGraphqlConfiguration): HomePage => ({
  title: 'Calendar',
  purpose: 'This service manages events with recurrence in every time zone. Its API is GraphQL at /graphql.',
  links: [{ text: 'Documentation: try a query', url: '/graphql', isForDevelopment: true }, ...commonLinks(adminUrl)],
});

/** The options with which `main.ts` and the tests start this service. */
export const calendarGraphql: ServiceOptions<CalendarGraphqlConfiguration> = {
  name: 'calendar-graphql',
  configurationClass: CalendarGraphqlConfiguration,
  module: (configuration) => CalendarGraphqlModule.forRoot(configuration),
  renderError: renderGraphqlError,
  home,
  configure: async (app, configuration) => {
    // This comes first, so that responses to requests that the other hooks refuse have the cross-origin headers, too.
    allowOrigins(app, configuration);
    requireJsonBodies(app);
    await addImportBodies(app);
  },
};
