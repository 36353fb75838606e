import type { ApolloServerPlugin } from '@apollo/server' with { 'resolution-mode': 'import' };
import { type RowListReader } from '../database/read-connections';
import { type GraphqlContext } from './graphql-context';
import { createLoaders } from './loaders';

/**
 * Makes the loaders of mutations read from the primary. The context is created before the operation is parsed, so at first it has the
 * loaders for a query.
 */
export function mutationLoadersPlugin(primary: RowListReader): ApolloServerPlugin<GraphqlContext> {
  return {
    requestDidStart: async () => ({
      didResolveOperation: async ({ operation, contextValue }) => {
        // Apollo Server also calls this hook when the document has no operation of the requested name.
        if (operation?.operation === 'mutation') contextValue.loaders = createLoaders(primary, primary);
      },
    }),
  };
}
