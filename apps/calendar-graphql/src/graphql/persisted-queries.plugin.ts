import type { ApolloServerPlugin } from '@apollo/server' with { 'resolution-mode': 'import' };

/** The code of the error after which clients send the whole operation. */
export const PERSISTED_QUERY_NOT_SUPPORTED = 'PERSISTED_QUERY_NOT_SUPPORTED';

/** Responds with 400 to persisted queries, as to every other refused request; Apollo Server responds with 200. */
export const persistedQueriesPlugin: ApolloServerPlugin = {
  requestDidStart: async () => ({
    willSendResponse: async ({ errors, response }) => {
      if (errors?.some(({ extensions }) => extensions.code === PERSISTED_QUERY_NOT_SUPPORTED)) {
        response.http.status = 400;
      }
    },
  }),
};
