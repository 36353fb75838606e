import type { ApolloServerPlugin } from '@apollo/server' with { 'resolution-mode': 'import' };
import { IDE_PAGE } from './ide-page';

/** Answers browsers that open the endpoint with the IDE page. */
export const idePlugin: ApolloServerPlugin = {
  serverWillStart: async () => ({ renderLandingPage: async () => ({ html: IDE_PAGE }) }),
};
