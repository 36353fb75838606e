import { AlmanacError, MaintenanceError } from '@almanac/errors';
import type { ApolloServerPlugin, GraphQLResponse } from '@apollo/server' with { 'resolution-mode': 'import' };
import { knownError, originalError } from './original-error';

/**
 * Answers 503, unless a part of the operation succeeded. An answer without a result has no `data` (GraphQL over HTTP); with
 * `data`, the Nest driver would set the status back to 200.
 */
function answerUnavailable({ http, body }: GraphQLResponse): void {
  if (body.kind !== 'single') return;
  const { singleResult } = body;
  if (Object.values(singleResult.data ?? {}).some((value) => value !== null)) return;
  delete singleResult.data;
  http.status = 503;
}

/** Says in HTTP, too, when a refused request may be sent again, and that the database could not serve it. */
export const retryAfterPlugin: ApolloServerPlugin = {
  requestDidStart: async () => ({
    willSendResponse: async ({ errors = [], response }) => {
      const known = errors.map((error) => knownError(originalError(error)));
      const seconds = known.flatMap((error) => {
        const { retryAfterSeconds } = error instanceof AlmanacError ? error : {};
        return retryAfterSeconds === undefined ? [] : [retryAfterSeconds];
      });
      if (seconds.length > 0) response.http.headers.set('retry-after', String(Math.max(...seconds)));
      if (known.some((error) => error instanceof MaintenanceError)) answerUnavailable(response);
    },
  }),
};
