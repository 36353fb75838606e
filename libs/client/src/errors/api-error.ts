/** The fields of an error response except its message. */
export interface ApiErrorDetails {
  /** HTTP status; 200 for most errors of the calendar, because GraphQL reports them in the body. */
  status: number;
  /** Name of the error class, e.g. `ValidationError`. */
  type: string;
  /** The `errorId` of this error in the log of the service. */
  id?: string;
  /** The name of the error for programs, e.g. `INVALID_JWT`. Several codes can have the same `type`. */
  code?: string;
  /** The technical cause in one sentence. */
  context?: string;
  /** How the error can be avoided. */
  help?: string;
  /** The invalid property of the input. */
  property?: string;
  /** Structured details, e.g. a list of schema failures. */
  details?: unknown;
  /** Seconds until a retry makes sense. */
  retryAfter?: number;
}

/** A service responded with an error. Each known type has a subclass; an error of another type is an `ApiError` itself. */
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

/** The request is malformed, e.g. by a syntax error, an unknown column in a filter, or a key that is given twice. */
export class BadRequestError extends ApiError {}
/** An error type of Ghost. Services of Almanac throw it at their start only, so no response contains it. */
export class IncorrectUsageError extends ApiError {}
/** The `X-Ghost-Version` header names a version of Ghost that the Admin API does not support. */
export class VersionMismatchError extends ApiError {}
/** The `Accept-Version` header names an API version that does not exist. */
export class RequestNotAcceptableError extends ApiError {}
/** The credentials are missing, wrong or expired. */
export class UnauthorizedError extends ApiError {}
/** The account or key lacks the permission. */
export class NoPermissionError extends ApiError {}
/** The resource does not exist, or the caller may not know that it exists. */
export class NotFoundError extends ApiError {}
/**
 * Another client has changed the resource since it was read. With the code `IDEMPOTENCY_KEY_IN_USE`, a request with the same
 * `Idempotency-Key` is still running.
 */
export class UpdateCollisionError extends ApiError {}
/** A body or file exceeds the size limit. */
export class RequestEntityTooLargeError extends ApiError {}
/** The type of a body or file is not accepted. */
export class UnsupportedMediaTypeError extends ApiError {}
/** The input breaks a rule. If it is a rule for one property, `property` or `details` name this property. */
export class ValidationError extends ApiError {}
/** A rate limit is exceeded for `retryAfter` seconds. */
export class TooManyRequestsError extends ApiError {}
/** An unexpected error of the service; `id` finds it in the log. */
export class InternalServerError extends ApiError {}
/** The route exists, but this kind of credentials cannot use it, or this installation does not support it. */
export class NotImplementedError extends ApiError {}
/** The service cannot serve the request now. */
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

/** An instance of the subclass that `details.type` names. */
export function createApiError(message: string, details: ApiErrorDetails): ApiError {
  const ErrorClass = Object.hasOwn(classes, details.type) ? classes[details.type] : undefined;
  return new (ErrorClass ?? ApiError)(message, details);
}
