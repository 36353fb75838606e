import { AlmanacError } from './almanac-error';

/** The request is wrong, e.g. it has a syntax error, an unknown column in a filter, or the origin of another site. */
export class BadRequestError extends AlmanacError {
  readonly code = 'BAD_REQUEST';
  readonly status = 400;
  readonly type = 'BadRequestError';
}

/** An environment variable is well-formed, but not suitable, e.g. the URL of a connection pooler where a direct URL is needed. */
export class IncorrectUsageError extends AlmanacError {
  readonly code = 'INCORRECT_USAGE';
  readonly status = 400;
  readonly type = 'IncorrectUsageError';
}

/** The header `X-Ghost-Version` names a release of Ghost whose clients the requested API version does not serve. */
export class VersionMismatchError extends AlmanacError {
  readonly code = 'VERSION_MISMATCH';
  readonly status = 400;
  readonly type = 'VersionMismatchError';
}

/** The client requests an API version that does not exist. */
export class RequestNotAcceptableError extends AlmanacError {
  readonly code = 'NOT_ACCEPTABLE';
  readonly status = 406;
  readonly type = 'RequestNotAcceptableError';
}

/** The client could not be identified. */
export class UnauthorizedError extends AlmanacError {
  readonly code = 'UNAUTHENTICATED';
  readonly status = 401;
  readonly type = 'UnauthorizedError';
}

/** The client, identified or anonymous, lacks the permission. */
export class NoPermissionError extends AlmanacError {
  readonly code = 'FORBIDDEN';
  readonly status = 403;
  readonly type = 'NoPermissionError';
}

/** The resource does not exist, or the client must not know that it exists. */
export class NotFoundError extends AlmanacError {
  readonly code = 'NOT_FOUND';
  readonly status = 404;
  readonly type = 'NotFoundError';
}

/** The resource was changed after the client read it, or an earlier request with the same `Idempotency-Key` has no stored response. */
export class UpdateCollisionError extends AlmanacError {
  readonly code = 'UPDATE_COLLISION';
  readonly status = 409;
  readonly type = 'UpdateCollisionError';
}

/** A body or file exceeds the size limit. */
export class RequestEntityTooLargeError extends AlmanacError {
  readonly code = 'REQUEST_ENTITY_TOO_LARGE';
  readonly status = 413;
  readonly type = 'RequestEntityTooLargeError';
}

/** The type of a body or file is not accepted. */
export class UnsupportedMediaTypeError extends AlmanacError {
  readonly code = 'UNSUPPORTED_MEDIA_TYPE';
  readonly status = 415;
  readonly type = 'UnsupportedMediaTypeError';
}

/** The request is well-formed, but its values break a rule. */
export class ValidationError extends AlmanacError {
  readonly code = 'VALIDATION';
  readonly status = 422;
  readonly type = 'ValidationError';
}

/** A rate limit is exceeded; a request after `retryAfterSeconds` can succeed. */
export class TooManyRequestsError extends AlmanacError {
  readonly code = 'TOO_MANY_REQUESTS';
  readonly status = 429;
  readonly type = 'TooManyRequestsError';
}

/** An unexpected error. Its cause is in the log. */
export class InternalServerError extends AlmanacError {
  readonly code = 'INTERNAL_SERVER_ERROR';
  readonly status = 500;
  readonly type = 'InternalServerError';
}

/** The route exists, but this kind of client cannot use it, or this installation does not support it. */
export class NotImplementedError extends AlmanacError {
  readonly code = 'NOT_IMPLEMENTED';
  readonly status = 501;
  readonly type = 'NotImplementedError';
}

/** The service cannot serve the request now; a retry can succeed. */
export class MaintenanceError extends AlmanacError {
  readonly code = 'MAINTENANCE';
  readonly status = 503;
  readonly type = 'MaintenanceError';
}
