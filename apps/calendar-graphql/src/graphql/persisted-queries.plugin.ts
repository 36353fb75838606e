import type { ApolloServerPlugin } from '@apollo/server' with { 'resolution-mode': 'import' };

/** The code by which a client learns to send the operation in full. */
export const PERSISTED_QUERY_NOT_SUPPORTED = 'PERSISTED_QUERY_NOT_SUPPORTED';

/** Answers requests for persisted queries with 400 like every other refused request; Apollo Server would answer 200. */
export const persistedQueriesPlugin: ApolloServerPlugin = {
  requestDidStart: async () => ({
    willSendResponse: async ({ errors, response }) => {
      if (errors?.some(({ extensions }) => extensions.code === PERSISTED_QUERY_NOT_SUPPORTED)) {
        response.http.status = 400;
      }
    },
  }),
};
