import { AlmanacError, MaintenanceError } from '@almanac/errors';
import type { ApolloServerPlugin, GraphQLResponse } from '@apollo/server' with { 'resolution-mode': 'import' };
import { translateDatabaseFailure, originalError } from './original-error';

/**
 * Sets status 503, unless a part of the operation succeeded. `data` is removed: the Nest driver sets the status of a response
 * with `data` to 200.
 */
function setUnavailable({ http, body }: GraphQLResponse): void {
  if (body.kind !== 'single') return;
  const { singleResult } = body;
  if (Object.values(singleResult.data ?? {}).some((value) => value !== null)) return;
  delete singleResult.data;
  http.status = 503;
}

/** Sets `Retry-After` for refused requests and status 503 for an unavailable database. */
export const retryAfterPlugin: ApolloServerPlugin = {
  requestDidStart: async () => ({
    willSendResponse: async ({ errors = [], response }) => {
      const known = errors.map((error) => translateDatabaseFailure(originalError(error)));
      const seconds = known.flatMap((error) => {
        const { retryAfterSeconds } = error instanceof AlmanacError ? error : {};
        return retryAfterSeconds === undefined ? [] : [retryAfterSeconds];
      });
      if (seconds.length > 0) response.http.headers.set('retry-after', String(Math.max(...seconds)));
      if (known.some((error) => error instanceof MaintenanceError)) setUnavailable(response);
    },
  }),
};
