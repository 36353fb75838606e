import { GraphQLError } from 'graphql';

/** What was thrown before GraphQL wrapped it, during execution as well as before it. */
export function originalError(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? originalError(error.originalError) : error;
}
