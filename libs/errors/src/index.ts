export { AlmanacError, type ErrorDetails } from './almanac-error';
export { type DatabaseFailure, databaseFailureOf, isPoolExhausted } from './database-failure';
export {
  BadRequestError,
  IncorrectUsageError,
  InternalServerError,
  MaintenanceError,
  NoPermissionError,
  NotFoundError,
  NotImplementedError,
  RequestEntityTooLargeError,
  RequestNotAcceptableError,
  TooManyRequestsError,
  UnauthorizedError,
  UnsupportedMediaTypeError,
  UpdateCollisionError,
  ValidationError,
  VersionMismatchError,
} from './catalogue';
export { messageOf } from './message-of';
