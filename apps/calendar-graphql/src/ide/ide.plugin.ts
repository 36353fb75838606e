import type { ApolloServerPlugin } from '@apollo/server' with { 'resolution-mode': 'import' };
import { idePage } from './ide-page';

/** Answers browsers that open the endpoint with the IDE page. */
export const idePlugin: ApolloServerPlugin = {
  serverWillStart: async () => ({ renderLandingPage: async () => ({ html: idePage }) }),
};
