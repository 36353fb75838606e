import type { ApolloServerPlugin } from '@apollo/server' with { 'resolution-mode': 'import' };
import { IDE_PAGE } from './ide-page';

/** Shows GraphiQL, a page for writing queries, to browsers that open `/graphql`. */
export const idePlugin: ApolloServerPlugin = {
  serverWillStart: async () => ({ renderLandingPage: async () => ({ html: IDE_PAGE }) }),
};
