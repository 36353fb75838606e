import { AlmanacError } from './almanac-error';

/** The request cannot be understood: syntax, unknown columns in a filter, wrong envelope. */
export class BadRequestError extends AlmanacError {
  readonly code = 'BAD_REQUEST';
  readonly status = 400;
  readonly type = 'BadRequestError';
}

/** The request asks for something that makes no sense in its combination. */
export class IncorrectUsageError extends AlmanacError {
  readonly code = 'INCORRECT_USAGE';
  readonly status = 400;
  readonly type = 'IncorrectUsageError';
}

/** The client was written for another version than the one that answers. */
export class VersionMismatchError extends AlmanacError {
  readonly code = 'VERSION_MISMATCH';
  readonly status = 400;
  readonly type = 'VersionMismatchError';
}

/** Who is asking could not be established. */
export class UnauthorizedError extends AlmanacError {
  readonly code = 'UNAUTHENTICATED';
  readonly status = 401;
  readonly type = 'UnauthorizedError';
}

/** Who is asking is known (or anonymous) and may not do this. */
export class NoPermissionError extends AlmanacError {
  readonly code = 'FORBIDDEN';
  readonly status = 403;
  readonly type = 'NoPermissionError';
}

/** What was asked for does not exist for this caller. */
export class NotFoundError extends AlmanacError {
  readonly code = 'NOT_FOUND';
  readonly status = 404;
  readonly type = 'NotFoundError';
}

/** Somebody else changed the resource since the caller read it. */
export class UpdateCollisionError extends AlmanacError {
  readonly code = 'UPDATE_COLLISION';
  readonly status = 409;
  readonly type = 'UpdateCollisionError';
}

/** A body or file over the limit. */
export class RequestEntityTooLargeError extends AlmanacError {
  readonly code = 'REQUEST_ENTITY_TOO_LARGE';
  readonly status = 413;
  readonly type = 'RequestEntityTooLargeError';
}

/** A file of a kind that is not accepted. */
export class UnsupportedMediaTypeError extends AlmanacError {
  readonly code = 'UNSUPPORTED_MEDIA_TYPE';
  readonly status = 415;
  readonly type = 'UnsupportedMediaTypeError';
}

/** Understood, and against the rules. */
export class ValidationError extends AlmanacError {
  readonly code = 'VALIDATION';
  readonly status = 422;
  readonly type = 'ValidationError';
}

/** Over a rate limit; `retryAfterSeconds` says for how long. */
export class TooManyRequestsError extends AlmanacError {
  readonly code = 'TOO_MANY_REQUESTS';
  readonly status = 429;
  readonly type = 'TooManyRequestsError';
}

/** Our fault. The client learns an id, the log learns the rest. */
export class InternalServerError extends AlmanacError {
  readonly code = 'INTERNAL_SERVER_ERROR';
  readonly status = 500;
  readonly type = 'InternalServerError';
}

/** The route exists, and not for this kind of caller. */
export class NotImplementedError extends AlmanacError {
  readonly code = 'NOT_IMPLEMENTED';
  readonly status = 501;
  readonly type = 'NotImplementedError';
}

/** Not ready to answer yet, or no longer. */
export class MaintenanceError extends AlmanacError {
  readonly code = 'MAINTENANCE';
  readonly status = 503;
  readonly type = 'MaintenanceError';
}
