/** The fields of an error response except its message. */
export interface ApiErrorDetails {
  /** HTTP status; for errors of the calendar often 200, because GraphQL reports errors in the body. */
  status: number;
  /** Name of the error class, e.g. `ValidationError`. */
  type: string;
  /** The `errorId` of this error in the log of the service. */
  id?: string;
  /** A name of the error that can be more exact than `type`, e.g. `INVALID_JWT`. */
  code?: string;
  /** The cause of the error. */
  context?: string;
  /** How the error can be avoided. */
  help?: string;
  /** The name or path of the invalid property of the input. */
  property?: string;
  /** Structured details, e.g. the list of invalid values of the input. */
  details?: unknown;
  /** The seconds to wait before a retry. */
  retryAfter?: number;
}

/** The error that a service responded with. For each known `type` there is a subclass; an error of another type is an `ApiError`. */
export class ApiError extends Error {
  readonly status: number;
  readonly type: string;
  readonly id?: string;
  readonly code?: string;
  readonly context?: string;
  readonly help?: string;
  readonly property?: string;
  readonly details?: unknown;
  readonly retryAfter?: number;

  constructor(message: string, details: ApiErrorDetails) {
    super(message);
    this.name = new.target.name;
    this.status = details.status;
    this.type = details.type;
    this.id = details.id;
    this.code = details.code;
    this.context = details.context;
    this.help = details.help;
    this.property = details.property;
    this.details = details.details;
    this.retryAfter = details.retryAfter;
  }
}

/** The request is wrong, e.g. it has a syntax error, or a filter names an unknown column. */
export class BadRequestError extends ApiError {}
/** An error type of Ghost. Services of Almanac throw it only while they start, so no response of Almanac contains it. */
export class IncorrectUsageError extends ApiError {}
/** The `X-Ghost-Version` header names a version of Ghost that the requested version of the Admin API does not support. */
export class VersionMismatchError extends ApiError {}
/** The request names an API version that does not exist. */
export class RequestNotAcceptableError extends ApiError {}
/** The credentials are wrong or expired, or the calendar got none. */
export class UnauthorizedError extends ApiError {}
/** The account or key lacks the permission, or the Admin API or Content API got no credentials. */
export class NoPermissionError extends ApiError {}
/** The resource does not exist, or the caller must not know that it exists. */
export class NotFoundError extends ApiError {}
/**
 * The resource was changed after this client read it. Two values of `code` have another meaning. `IDEMPOTENCY_KEY_IN_USE`: a request with
 * the same `Idempotency-Key` may still be running, or its response is not stored yet. `IDEMPOTENCY_KEY_EXECUTED`: a request with this key
 * was executed, but its response is not known.
 */
export class UpdateCollisionError extends ApiError {}
/** A body or file exceeds the size limit. */
export class RequestEntityTooLargeError extends ApiError {}
/** The type of a body or file is not accepted. */
export class UnsupportedMediaTypeError extends ApiError {}
/** The input breaks a rule. If the rule is for one property, `property` or `details` usually name this property. */
export class ValidationError extends ApiError {}
/** A rate limit is exceeded. A request after `retryAfter` seconds can succeed. */
export class TooManyRequestsError extends ApiError {}
/** An unexpected error of the service. The entry in the log of the service has the same `id`. */
export class InternalServerError extends ApiError {}
/** The route exists, but this kind of credentials cannot use it, or this installation does not support it. */
export class NotImplementedError extends ApiError {}
/** The service cannot serve the request now; a retry can succeed. */
export class MaintenanceError extends ApiError {}

const classes: Record<string, typeof ApiError> = {
  BadRequestError,
  IncorrectUsageError,
  VersionMismatchError,
  UnauthorizedError,
  NoPermissionError,
  NotFoundError,
  UpdateCollisionError,
  RequestEntityTooLargeError,
  RequestNotAcceptableError,
  UnsupportedMediaTypeError,
  ValidationError,
  TooManyRequestsError,
  InternalServerError,
  NotImplementedError,
  MaintenanceError,
};

/** An instance of the subclass that `details.type` names, else of `ApiError`. */
export function createApiError(message: string, details: ApiErrorDetails): ApiError {
  const ErrorClass = Object.hasOwn(classes, details.type) ? classes[details.type] : undefined;
  return new (ErrorClass ?? ApiError)(message, details);
}
