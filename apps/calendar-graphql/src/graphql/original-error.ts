import { toUnavailableError } from '@almanac/platform';
import { GraphQLError } from 'graphql';

/** What was thrown before GraphQL wrapped it, during execution as well as before it. */
export function originalError(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? originalError(error.originalError) : error;
}

/** The error of the catalogue for what the database could not serve; every other error as it is. */
export function knownError(error: unknown): unknown {
  return toUnavailableError(error) ?? error;
}
