import { type ErrorRenderer } from '@almanac/platform';

/** Errors outside of GraphQL (a broken or too large body, an unknown path) in the shape of GraphQL errors. */
export const renderGraphqlError: ErrorRenderer = (error, { errorId }) => ({
  errors: [
    {
      message: error.message,
      extensions: {
        code: error.code,
        id: errorId,
        ...(error.retryAfterSeconds !== undefined && { retryAfter: error.retryAfterSeconds }),
      },
    },
  ],
});
