import { AlmanacError } from '@almanac/errors';
import type { ApolloServerPlugin } from '@apollo/server' with { 'resolution-mode': 'import' };
import { originalError } from './original-error';

/** Says in the HTTP header, too, when a refused request may be sent again. */
export const retryAfterPlugin: ApolloServerPlugin = {
  requestDidStart: async () => ({
    didEncounterErrors: async ({ errors, response }) => {
      const seconds = errors.map(originalError).flatMap((error) => {
        const { retryAfterSeconds } = error instanceof AlmanacError ? error : {};
        return retryAfterSeconds === undefined ? [] : [retryAfterSeconds];
      });
      if (seconds.length > 0) response.http.headers.set('retry-after', String(Math.max(...seconds)));
    },
  }),
};
