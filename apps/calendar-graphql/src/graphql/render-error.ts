import { type ErrorRenderer } from '@almanac/platform';

/** Renders errors outside of GraphQL operations (a malformed or too large body, an unknown path) in the format of GraphQL errors. */
export const renderGraphqlError: ErrorRenderer = (error, { errorId }) => ({
  errors: [
    {
      message: error.message,
      extensions: {
        code: error.code,
        id: errorId,
        // In seconds.
        ...(error.retryAfterSeconds !== undefined && { retryAfter: error.retryAfterSeconds }),
      },
    },
  ],
});
