import { toUnavailableError } from '@almanac/platform';
import { GraphQLError } from 'graphql';

/** The innermost error that graphql-js wrapped. An error without a wrapped one is returned unchanged. */
export function originalError(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? originalError(error.originalError) : error;
}

/** Converts a failure of the database that a retry can solve to a MaintenanceError; returns other errors unchanged. */
export function translateDatabaseFailure(error: unknown): unknown {
  return toUnavailableError(error) ?? error;
}
