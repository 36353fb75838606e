import { AlmanacError, MaintenanceError } from '@almanac/errors';
import type { ApolloServerPlugin, GraphQLResponse } from '@apollo/server' with { 'resolution-mode': 'import' };
import { translateDatabaseFailure, originalError } from './original-error';

/**
 * Sets status 503, unless a part of the operation succeeded. Also removes `data`, because the Nest driver sets the status of a response
 * with `data` to 200.
 */
function setUnavailable({ http, body }: GraphQLResponse): void {
  if (body.kind !== 'single') return;
  const { singleResult } = body;
  if (Object.values(singleResult.data ?? {}).some((value) => value !== null)) return;
  delete singleResult.data;
  http.status = 503;
}

/**
 * Sets `Retry-After` for errors with a waiting time. If an error is a MaintenanceError, e.g. because the database is unavailable, sets
 * status 503, unless a part of the operation succeeded.
 */
export const retryAfterPlugin: ApolloServerPlugin = {
  requestDidStart: async () => ({
    willSendResponse: async ({ errors = [], response }) => {
      const translated = errors.map((error) => translateDatabaseFailure(originalError(error)));
      const seconds = translated.flatMap((error) => {
        const { retryAfterSeconds } = error instanceof AlmanacError ? error : {};
        return retryAfterSeconds === undefined ? [] : [retryAfterSeconds];
      });
      if (seconds.length > 0) response.http.headers.set('retry-after', String(Math.max(...seconds)));
      if (translated.some((error) => error instanceof MaintenanceError)) setUnavailable(response);
    },
  }),
};
