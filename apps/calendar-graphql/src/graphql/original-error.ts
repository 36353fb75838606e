import { toUnavailableError } from '@almanac/platform';
import { GraphQLError } from 'graphql';

/** The error that GraphQL wrapped. */
export function originalError(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? originalError(error.originalError) : error;
}

/** Converts an error of an unavailable database to the MaintenanceError of libs/errors; returns other errors unchanged. */
export function toKnownError(error: unknown): unknown {
  return toUnavailableError(error) ?? error;
}
