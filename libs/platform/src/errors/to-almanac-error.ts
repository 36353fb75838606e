import {
  AlmanacError,
  BadRequestError,
  type DatabaseFailure,
  databaseFailureOf,
  InternalServerError,
  MaintenanceError,
  NoPermissionError,
  NotFoundError,
  RequestEntityTooLargeError,
  UnauthorizedError,
  UnsupportedMediaTypeError,
} from '@almanac/errors';
import { HttpException } from '@nestjs/common';

type ErrorClass = new (message: string, details?: { cause?: unknown }) => AlmanacError;

const BY_STATUS = new Map<number, ErrorClass>([
  [400, BadRequestError],
  [401, UnauthorizedError],
  [403, NoPermissionError],
  [413, RequestEntityTooLargeError],
  [415, UnsupportedMediaTypeError],
]);

function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  // Fastify sets a status on errors that the client caused, for example a malformed body.
  const isObject = typeof error === 'object' && error !== null;
  if (isObject && 'statusCode' in error && typeof error.statusCode === 'number') return error.statusCode;
  return undefined;
}

/** SQLSTATEs for a string that PostgreSQL cannot store, e.g. with a NUL character. */
const UNSTORABLE_STRING = new Set<unknown>(['22021', '22P05']);

function isUnstorable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && UNSTORABLE_STRING.has(error.code);
}

const RETRY_AFTER_SECONDS = 2;
const UNAVAILABLE: Record<DatabaseFailure, string> = {
  lost: 'The database cannot be reached. Try again in a few seconds.',
  busy: 'The database is busy. Try again in a few seconds.',
};

/** The error with status 503 for a failure of the database that a retry can solve; undefined for every other error. */
export function toUnavailableError(error: unknown): MaintenanceError | undefined {
  const failure = databaseFailureOf(error);
  if (failure === undefined) return undefined;
  return new MaintenanceError(UNAVAILABLE[failure], { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error });
}

function messageOf(error: unknown, status: number): string {
  if (status === 413) return 'request entity too large';
  return error instanceof Error ? error.message : String(error);
}

/** The `AlmanacError` for any thrown value. Unknown errors become an `InternalServerError` with the thrown value as its cause. */
export function toAlmanacError(error: unknown): AlmanacError {
  if (error instanceof AlmanacError) return error;
  if (isUnstorable(error)) return new BadRequestError('Could not understand request.', { cause: error });
  const status = statusOf(error);
  if (status === 404) return new NotFoundError('Resource not found');
  const ErrorOfStatus = status === undefined ? undefined : BY_STATUS.get(status);
  if (ErrorOfStatus && status !== undefined) return new ErrorOfStatus(messageOf(error, status), { cause: error });
  // E.g. 412 or 416 of a plug-in of Fastify.
  if (status !== undefined && status >= 400 && status < 500) {
    return new BadRequestError('Could not understand request.', { cause: error });
  }
  return toUnavailableError(error) ?? new InternalServerError('An unexpected error occurred.', { cause: error });
}
