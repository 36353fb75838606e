import type { ApolloServerPlugin } from '@apollo/server' with { 'resolution-mode': 'import' };

/** The error code of Apollo Server for persisted queries. After this error, clients send the text of the operation instead of its hash. */
export const PERSISTED_QUERY_NOT_SUPPORTED = 'PERSISTED_QUERY_NOT_SUPPORTED';

/** Responds to persisted queries, which the service refuses, with status 400. Apollo Server would respond with 200. */
export const persistedQueriesPlugin: ApolloServerPlugin = {
  requestDidStart: async () => ({
    willSendResponse: async ({ errors, response }) => {
      if (errors?.some(({ extensions }) => extensions.code === PERSISTED_QUERY_NOT_SUPPORTED)) {
        response.http.status = 400;
      }
    },
  }),
};
