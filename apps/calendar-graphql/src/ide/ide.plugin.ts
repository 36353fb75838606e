import type { ApolloServerPlugin } from '@apollo/server' with { 'resolution-mode': 'import' };
import { IDE_PAGE } from './ide-page';

/** Shows the IDE page to browsers that open the endpoint. */
export const idePlugin: ApolloServerPlugin = {
  serverWillStart: async () => ({ renderLandingPage: async () => ({ html: IDE_PAGE }) }),
};
